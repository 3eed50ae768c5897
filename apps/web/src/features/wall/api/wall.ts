import type { Muro } from '@acequia/contracts';
import { ROUTE_TABLE } from 'virtual:route-table';
import { useEffect, useState } from 'react';
import { timedFetch } from '../../../lib/http/early-call.js';
import { serverNow } from '../../../lib/time/server-clock.js';

const EVERY_MS = 15_000;
const AFTER_FAILURE_MS = 5_000;
const TIMEOUT_MS = 12_000;

export interface Wall {
  data: Muro | null;
  /** Moment of the data, by the server's clock, ms. */
  at: number;
  /** The last reading failed; `invalid`: the link was revoked. */
  failure: 'none' | 'no_answer' | 'invalid';
}

/** Sends only the link's token, not the session of a person who may be logged in here. */
async function read(token: string): Promise<Muro | 'invalid'> {
  const { method, path } = ROUTE_TABLE['muro.leer'];
  const response = await timedFetch(`/api${path}`, {
    method,
    headers: { 'x-muro': token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: 'no-store',
  });
  if (response.status === 401) return 'invalid';
  if (!response.ok) throw new Error(`muro: ${response.status}`);
  // A server of the version before tells no points.
  return { puntos: [], ...((await response.json()) as Omit<Muro, 'puntos'>) };
}

/** The wall's data, read again every 15 s. A failed request keeps the last data and is repeated after 5 s. */
export function useWallData(token: string): Wall {
  const [wall, setWall] = useState<Wall>({ data: null, at: 0, failure: 'none' });
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const readAndWait = async () => {
      let next = EVERY_MS;
      try {
        const data = await read(token);
        if (over) return;
        if (data === 'invalid') setWall({ data: null, at: 0, failure: 'invalid' });
        else setWall({ data, at: serverNow(), failure: 'none' });
      } catch {
        if (over) return;
        next = AFTER_FAILURE_MS;
        setWall((before) => ({ ...before, failure: 'no_answer' }));
      }
      timer = setTimeout(() => void readAndWait(), next);
    };
    void readAndWait();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [token]);
  return wall;
}
