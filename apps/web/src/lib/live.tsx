import type { LiveEvent, LivePayload } from '@acequia/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { io, type Socket } from 'socket.io-client';
import { alCambiarAlcance, avisarAlcance, MIRADA_MS, responde } from './alcance.js';
import { leerToken } from './session.js';

interface Live {
  socket: Socket | null;
  /** False once the connection has been away for longer than a hiccup. */
  conectado: boolean;
}
const LiveContext = createContext<Live>({ socket: null, conectado: true });

/** A reload of the page behind a proxy blinks for a moment; only a real loss is worth a banner. */
const HICCUP_MS = 1_500;
const RETRY_MS = 3_000;

const crearSocket = (): Socket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    auth: (send) => send({ token: leerToken() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });

/** One Socket.IO connection for the screens below. Messages may be lost while it is away, so a reconnect reads everything again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [socket] = useState(crearSocket);
  const [enLinea, setEnLinea] = useState(true);
  const [alcanzado, setAlcanzado] = useState(true);

  useEffect(() => {
    let primera = true;
    let hiccup: ReturnType<typeof setTimeout> | undefined;
    const lost = () => {
      hiccup ??= setTimeout(() => setEnLinea(false), HICCUP_MS);
    };
    // Refused or sent away by the server: socket.io would not try again by itself.
    const tryAgain = () => setTimeout(() => socket.connect(), RETRY_MS);
    socket.on('connect', () => {
      clearTimeout(hiccup);
      hiccup = undefined;
      setEnLinea(true);
      // What happened while the server did not know of this socket was told to nobody here. Before the first connection
      // that concerns only what messages would have patched: a list of ten thousand rows is not read twice for nothing.
      void queries.invalidateQueries(primera ? { predicate: ({ meta }) => meta?.['enVivo'] === true } : {});
      primera = false;
    });
    socket.on('disconnect', (reason) => {
      lost();
      if (reason !== 'io server disconnect') return;
      // Whose session ended or changed is sent away so: any answer now says it, long before a screen reads again by its clock.
      void queries.invalidateQueries();
      tryAgain();
    });
    socket.on('connect_error', () => {
      lost();
      if (!socket.active) tryAgain();
    });
    // A link that went dead without a word looks open for most of a minute: a fresh socket finds out at once.
    const begin = () => void socket.disconnect().connect();
    window.addEventListener('offline', lost);
    window.addEventListener('online', begin);
    let antes = true;
    const forget = alCambiarAlcance((alcanzado) => {
      setAlcanzado(alcanzado);
      if (alcanzado && !antes) {
        begin();
        // What else was asked during the silence has failed: it does not wait for the socket.
        void queries.invalidateQueries();
      }
      antes = alcanzado;
    });
    socket.connect();
    return () => {
      clearTimeout(hiccup);
      forget();
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', begin);
      socket.removeAllListeners('connect').removeAllListeners('disconnect').removeAllListeners('connect_error');
      socket.disconnect();
    };
  }, [socket, queries]);

  // On a screen that asks nothing by itself, nobody else would ever learn that the server answers again.
  useEffect(() => {
    if (alcanzado) return undefined;
    const mirar = async () => {
      if (await responde()) avisarAlcance(true);
    };
    const reloj = setInterval(() => void mirar(), MIRADA_MS);
    return () => clearInterval(reloj);
  }, [alcanzado]);

  return <LiveContext value={{ socket, conectado: enLinea && alcanzado }}>{children}</LiveContext>;
}

export const useConectado = (): boolean => use(LiveContext).conectado;

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
 * Runs on every connection, the one that stands already included, and when `clave` changes: for what the server forgets
 * when a socket ends.
 */
export function useAlConectar(accion: (socket: Socket) => void, clave: string): void {
  const { socket } = use(LiveContext);
  const latest = useEffectEvent(accion);
  useEffect(() => {
    if (!socket) return undefined;
    const run = () => latest(socket);
    if (socket.connected) run();
    socket.on('connect', run);
    return () => void socket.off('connect', run);
  }, [socket, clave]);
}

/** Ends the connection when the screen is left, and with it what the server sends for that screen; the next one opens its own. */
export function useConexionPropia(): void {
  const { socket } = use(LiveContext);
  useEffect(() => {
    if (!socket) return undefined;
    return () => {
      // Not when the whole frame goes: it has closed the socket by itself.
      if (socket.connected) socket.disconnect().connect();
    };
  }, [socket]);
}
