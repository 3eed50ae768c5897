import type { LiveEvent, LivePayload } from '@acequia/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { io, type Socket } from 'socket.io-client';
import { onCallOutcome } from '../http/call-outcome.js';
import { serverIsThere } from '../http/health.js';
import { readToken } from '../session.js';
import { Reachability } from './reachability.js';
import { SocketOpener } from './socket-opener.js';

interface Live {
  socket: Socket | null;
  opener: SocketOpener | null;
  /** False once nobody answers any more: neither the socket nor the health probe. */
  serverThere: boolean;
  /** Live messages arrive. */
  live: boolean;
}
export const LiveContext = createContext<Live>({ socket: null, opener: null, serverThere: true, live: false });

/** A socket that is back within this time was never shown as gone, ms. */
const HICCUP_MS = 1_500;

const createSocket = (): Socket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    auth: (send) => send({ token: readToken() }),
    // SocketOpener does, also after the server sent the socket away, which socket.io would take for an end.
    reconnection: false,
  });

/** One Socket.IO connection for the screens below. Messages may be lost while it is away, so a reconnect reads everything again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [socket] = useState(createSocket);
  const [opener] = useState(() => new SocketOpener(socket));
  const [live, setLive] = useState(false);
  const [serverThere, setServerThere] = useState(true);

  useEffect(() => {
    let first = true;
    let hiccup: ReturnType<typeof setTimeout> | undefined;
    const reachability = new Reachability({
      look: serverIsThere,
      onChange: setServerThere,
      onReturn: () => {
        opener.replace();
        // What was asked during the silence has failed: it does not wait for the socket.
        void queries.invalidateQueries();
      },
    });
    const lost = () => {
      hiccup ??= setTimeout(() => setLive(false), HICCUP_MS);
      reachability.socketLost();
      opener.openAgain();
    };
    socket.on('connect', () => {
      clearTimeout(hiccup);
      hiccup = undefined;
      opener.cancel();
      setLive(true);
      reachability.socketOpened();
      // What happened while the server did not know of this socket was told to nobody here. Before the first connection
      // that concerns only what messages would have patched: a list of ten thousand rows is not read twice for nothing.
      void queries.invalidateQueries(first ? { predicate: ({ meta }) => meta?.['enVivo'] === true } : {});
      first = false;
    });
    socket.on('disconnect', (reason) => {
      lost();
      // Whose session ended or changed is sent away so: any answer now says it, long before a screen reads again by its clock.
      if (reason === 'io server disconnect') void queries.invalidateQueries();
    });
    socket.on('connect_error', lost);
    const networkChanged = () => reachability.networkChanged();
    window.addEventListener('offline', networkChanged);
    window.addEventListener('online', networkChanged);
    const forget = onCallOutcome((answered) => reachability.callEnded(answered));
    opener.open();
    reachability.start();
    return () => {
      clearTimeout(hiccup);
      forget();
      reachability.stop();
      opener.cancel();
      window.removeEventListener('offline', networkChanged);
      window.removeEventListener('online', networkChanged);
      socket.removeAllListeners('connect').removeAllListeners('disconnect').removeAllListeners('connect_error');
      socket.disconnect();
    };
  }, [socket, opener, queries]);

  return <LiveContext value={{ socket, opener, serverThere, live }}>{children}</LiveContext>;
}

/** Whether the server is there. What needs it may be held back while it is not; turning something off never is. */
export const useServerThere = (): boolean => use(LiveContext).serverThere;

/** Whether live messages arrive; without them screens read by their clock. */
export function useIsLive(): boolean {
  const { live, serverThere } = use(LiveContext);
  return live && serverThere;
}

/** Calls `handler` for every live message of the kind, for as long as the component lives. */
export function useLive<E extends LiveEvent>(event: E, handler: (payload: LivePayload<E>) => void): void {
  const { socket } = use(LiveContext);
  const latest = useEffectEvent(handler);
  useEffect(() => {
    if (!socket) return undefined;
    const listen = (payload: LivePayload<E>) => latest(payload);
    socket.on(event as string, listen);
    return () => void socket.off(event as string, listen);
  }, [socket, event]);
}

/**
 * Runs on every connection, the one that stands already included, and when `key` changes: for what the server forgets
 * when a socket ends.
 */
export function useOnConnect(run: (socket: Socket) => void, key: string): void {
  const { socket } = use(LiveContext);
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!socket) return undefined;
    const onConnect = () => latest(socket);
    if (socket.connected) onConnect();
    socket.on('connect', onConnect);
    return () => void socket.off('connect', onConnect);
  }, [socket, key]);
}

/** Ends the connection when the screen is left, and with it what the server sends for that screen; the next one opens its own. */
export function useOwnConnection(): void {
  const { socket, opener } = use(LiveContext);
  useEffect(() => {
    if (!socket) return undefined;
    return () => {
      // Not when the whole frame goes: it has closed the socket by itself.
      if (socket.connected) opener?.replace();
    };
  }, [socket, opener]);
}
