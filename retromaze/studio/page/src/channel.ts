// The channel to a session in Python: a socket of the server that sent this page, or a worker of an exported page.
import { LONGEST, sizeOf } from "./limits";
import type { FromPython, ToPython } from "./messages";
import { remember, remembered } from "./stored_settings";
import { t } from "./translation";

export type Role = "session" | "proof";

/** Why a channel was closed: the session is gone, or it never accepted the connection. */
export type Closed = "gone" | "refused";

export interface Channel {
  send(message: ToPython): void;
  close(): void;
  onmessage: (message: FromPython) => void;
  onclose: (why: Closed) => void;
}

/** Tells a session that a state of its running program has arrived: it sends only a few ahead of that. */
export function noteArrival(channel: Channel, message: FromPython): void {
  if (message.type === "At" && message.state === "running") channel.send({ type: "Seen" });
}

export type Handlers = { [Type in FromPython["type"]]: (message: Extract<FromPython, { type: Type }>) => void };

declare global {
  interface Window {
    /** Set by exported pages: opens the channel to the Python of this role, which is in a worker. */
    retromazeChannel?: (role: Role) => Channel;
  }
}

class SocketChannel implements Channel {
  onmessage: Channel["onmessage"] = () => {};
  onclose: Channel["onclose"] = () => {};
  private readonly socket: WebSocket;
  private waiting: string[] = [];
  private begun = false;

  constructor(role: Role, token: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/${role}?token=${encodeURIComponent(token)}`);
    this.socket.onmessage = (event) => this.onmessage(JSON.parse(event.data as string) as FromPython);
    this.socket.onclose = () => this.onclose(this.begun ? "gone" : "refused");
    this.socket.onopen = () => {
      this.begun = true;
      // The server has accepted the token: a link with a wrong one replaces nothing.
      remember("token", token, true);
      this.waiting.splice(0).forEach((each) => this.socket.send(each));
    };
  }

  send(message: ToPython): void {
    const text = JSON.stringify(message);
    // The server would close the connection.
    if (sizeOf(text) > LONGEST) setTimeout(() => this.onmessage({ type: "Failed", words: t("tooLong"), edition: (message.type === "Open" && message.edition) || 0 }));
    else if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(text);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  close(): void {
    this.onclose = () => {};
    this.socket.close();
  }
}

/**
 * Takes the token out of the address, where it is visible. A reload or a link in another tab finds it in the
 * storage of this origin, which is that of the studio's port.
 */
function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get("token");
  if (token === null) return remembered("token") ?? "";
  given.delete("token");
  const rest = given.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
  return token;
}

let token: string | undefined;

/** Whether the address has another token than the page: the studio was started again. */
export function bringsToken(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === undefined || given === null) return false;
  return given !== token || takeToken() !== given;
}

export function openChannel(role: Role): Channel {
  if (window.retromazeChannel) return window.retromazeChannel(role);
  token ??= takeToken();
  return new SocketChannel(role, token);
}
