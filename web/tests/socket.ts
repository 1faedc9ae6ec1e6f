/** A WebSocket without a server: a test says what comes over it, and sees what was sent. */
export class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.drop(1000);
  }
  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  drop(code: number) {
    this.readyState = 3;
    this.onclose({ code });
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
