import type { AddressInfo, Server, Socket } from 'node:net';

/** Listens on a loopback port; a free one when none is named. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The open ends of relayed connections: each pair ends together, and all can be cut at once. */
export class OpenEnds {
  readonly #sockets = new Set<Socket>();

  tie(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the server and every connection through it. */
  async close(server: Server): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }
}
