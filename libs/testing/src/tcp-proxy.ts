import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a client and a server: the link can be cut, refused and silenced while the server lives on. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private port = 0;

  private constructor(
    private readonly target: { host: string; port: number },
    private server: Server,
  ) {}

  /** @param url of the server behind; `url` of the result goes through the proxy. */
  static async start(url: string): Promise<TcpProxy & { url: string }> {
    const through = new URL(url);
    const proxy = new TcpProxy({ host: through.hostname, port: Number(through.port) }, createServer());
    await proxy.open();
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    return Object.assign(proxy, { url: through.href });
  }

  /** Refuses new connections and cuts the old ones. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  /** Listens (again). */
  async open(): Promise<void> {
    this.server = createServer((client) => this.join(client));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  get listening(): boolean {
    return this.server.listening;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** From now on the answers of the server are lost on their way. */
  silence(): void {
    this.silent = true;
  }

  /** Ends the silence. Connections that lived through it lack bytes, so they are cut. */
  hear(): void {
    this.silent = false;
    this.cut();
  }

  private join(client: Socket): void {
    const server = connect(this.target);
    client.on('data', (data) => server.write(data));
    server.on('data', (data) => {
      if (!this.silent) client.write(data);
    });
    for (const [one, another] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        another.destroy();
      });
    }
  }
}
