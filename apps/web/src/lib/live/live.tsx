import { type LiveEvent, type LivePayload, RETURN, type Return } from '@acequia/contracts';
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
  /** False when neither the socket nor the health probe gets an answer. */
  serverThere: boolean;
  live: boolean;
}
export const LiveContext = createContext<Live>({ socket: null, opener: null, serverThere: true, live: false });

/** A shorter loss of the socket is not shown, ms. */
const HICCUP_MS = 1_500;

/** The connections of a page that nobody saw for so long may be dead without a word: a phone sleeps, a network forgets. ms */
const ASLEEP_MS = 15_000;

const createSocket = (): Socket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    auth: (send) => send({ token: readToken() }),
    // SocketOpener reconnects instead: socket.io would give up after a disconnect by the server.
    reconnection: false,
  });

/** One Socket.IO connection for the screens below. Messages are lost while it is down, so a reconnect reads everything again. */
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
        // Calls failed meanwhile, so read again without waiting for the socket.
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
      opener.opened();
      setLive(true);
      reachability.socketOpened();
      // Messages sent before the server knew this socket were missed. On the first connection only the data that live messages patch is
      // read again, so that a list of ten thousand rows is not read twice.
      void queries.invalidateQueries(first ? { predicate: ({ meta }) => meta?.['enVivo'] === true } : {});
      first = false;
    });
    socket.on('disconnect', (reason) => {
      lost();
      // The server disconnects a session that ended or changed: a read now shows that at once, long before the next poll.
      if (reason === 'io server disconnect') void queries.invalidateQueries();
    });
    socket.on('connect_error', lost);
    const onReturn = ({ en_ms }: Return) => opener.spreadOver(en_ms);
    socket.on(RETURN, onReturn);
    const doubt = () => reachability.doubt();
    let hiddenAt = Infinity;
    const seenOrHidden = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (Date.now() - hiddenAt >= ASLEEP_MS) {
        opener.replace();
        doubt();
      }
    };
    window.addEventListener('offline', doubt);
    window.addEventListener('online', doubt);
    document.addEventListener('visibilitychange', seenOrHidden);
    const forget = onCallOutcome((answered) => reachability.callEnded(answered));
    opener.open();
    reachability.start();
    return () => {
      clearTimeout(hiccup);
      forget();
      reachability.stop();
      opener.cancel();
      window.removeEventListener('offline', doubt);
      window.removeEventListener('online', doubt);
      document.removeEventListener('visibilitychange', seenOrHidden);
      socket.removeAllListeners('connect').removeAllListeners('disconnect').removeAllListeners('connect_error');
      socket.off(RETURN, onReturn);
      socket.disconnect();
    };
  }, [socket, opener, queries]);

  return <LiveContext value={{ socket, opener, serverThere, live }}>{children}</LiveContext>;
}

/** Whether the server answers. Controls may be disabled while it does not, except those that turn something off. */
export const useServerThere = (): boolean => use(LiveContext).serverThere;

/** Whether live messages arrive. Screens read again at intervals either way. */
export function useIsLive(): boolean {
  const { live, serverThere } = use(LiveContext);
  return live && serverThere;
}

/** Calls `handler` for every live message of this kind while the component is mounted. */
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

/** Runs on every connection (at once when already connected) and when `key` changes: for state that the server loses with a socket. */
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

/**
 * Closes the connection when the screen is left, so that the server stops sending for that screen; the next screen gets a new connection.
 */
export function useOwnConnection(): void {
  const { socket, opener } = use(LiveContext);
  useEffect(() => {
    if (!socket) return undefined;
    return () => {
      // Not when the whole frame is left, because that closes the socket itself.
      if (socket.connected) opener?.replace();
    };
  }, [socket, opener]);
}
