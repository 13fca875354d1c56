// The wire to a session in Python: a socket of the server that sent this page, or a worker of an exported page.
import type { FromPython, ToPython } from "./messages";
import { remember, remembered } from "./memory";

export type Role = "session" | "proof";

export interface Wire {
  send(message: ToPython): void;
  close(): void;
  onmessage: (message: FromPython) => void;
  onclose: () => void;
}

declare global {
  interface Window {
    /** Set by exported pages: makes the worker that holds the Python of this role. */
    retromazeWorker?: (role: Role) => Worker;
  }
}

export class SocketWire implements Wire {
  onmessage: Wire["onmessage"] = () => {};
  onclose: Wire["onclose"] = () => {};
  private readonly socket: WebSocket;
  private waiting: string[] = [];

  constructor(role: Role, token: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/${role}?token=${encodeURIComponent(token)}`);
    this.socket.onmessage = (event) => this.onmessage(JSON.parse(event.data as string) as FromPython);
    this.socket.onclose = () => this.onclose();
    this.socket.onopen = () => this.waiting.splice(0).forEach((each) => this.socket.send(each));
  }

  send(message: ToPython): void {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(text);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  close(): void {
    this.onclose = () => {};
    this.socket.close();
  }
}

export class WorkerWire implements Wire {
  onmessage: Wire["onmessage"] = () => {};
  onclose: Wire["onclose"] = () => {};

  constructor(private readonly worker: Worker) {
    worker.onmessage = (event) => this.onmessage(JSON.parse(event.data as string) as FromPython);
    worker.onerror = () => this.onclose();
  }

  send(message: ToPython): void {
    this.worker.postMessage(JSON.stringify(message));
  }

  close(): void {
    this.worker.terminate();
  }
}

/** The token out of the address, where it is seen no longer; a reload finds it in the page's storage. */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get("token");
  if (token === null) return remembered("token") ?? "";
  given.delete("token");
  const rest = given.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
  remember("token", token);
  return token;
}

let token: string | undefined;

export function openWire(role: Role): Wire {
  if (window.retromazeWorker) return new WorkerWire(window.retromazeWorker(role));
  token ??= takeToken();
  return new SocketWire(role, token);
}

export function openWires(): { session: Wire; prover: Wire } {
  return { session: openWire("session"), prover: openWire("proof") };
}
