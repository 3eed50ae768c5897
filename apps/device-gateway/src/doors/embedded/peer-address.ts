import type { Socket } from 'node:net';

/** Under TLS the socket that carries it, for which Node has no public name; else the socket itself. */
export const carrierOf = (socket: Socket & { _parent?: Socket }): Socket => socket._parent ?? socket;

const told = new WeakMap<Socket, string>();

/** A balancer named the real source of this socket. */
export const tellAddress = (socket: Socket, address: string): void => void told.set(socket, address);

/** Where a board connects from. '' when the socket is gone. */
export const addressOf = (socket: Socket): string => told.get(carrierOf(socket)) ?? socket.remoteAddress ?? '';
