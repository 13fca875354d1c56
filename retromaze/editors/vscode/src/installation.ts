// Knows the retromaze of this computer, once it has been found, and says where there is none.
import * as vscode from "vscode";
import { type Call, find, onOtherInterpreter } from "./finding.js";

export class Installation implements vscode.Disposable {
  private found: Promise<Call | undefined> | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[] = [this.changed];
  /** Tells that another retromaze may be meant from now on. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly documentation: vscode.Uri) {
    this.disposables.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("retromaze.command")) this.forget();
      }),
    );
    void onOtherInterpreter(() => this.forget()).then((each) => each && this.disposables.push(each));
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  /** How retromaze is called; where it is not found, or may not be started, the user is told why. */
  async call(): Promise<Call | undefined> {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage(vscode.l10n.t("retromaze is not started in a folder that is not trusted."));
      return undefined;
    }
    const call = await (this.found ??= find());
    if (!call) {
      this.found = undefined;
      // Nobody waits for what the user does with the message.
      void this.explain(vscode.l10n.t("retromaze was not found. `pip install retromaze[lsp] debugpy` installs it."));
    }
    return call;
  }

  /** Says what is wrong, with buttons that lead to what helps. */
  async explain(message: string): Promise<void> {
    const help = vscode.l10n.t("How to install it");
    const settings = vscode.l10n.t("Open the setting");
    const chosen = await vscode.window.showErrorMessage(message, help, settings);
    if (chosen === help) await vscode.env.openExternal(this.documentation);
    if (chosen === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "retromaze.command");
    }
  }

  private forget(): void {
    this.found = undefined;
    this.changed.fire();
  }
}
