import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useServerThere } from '../live/live.js';
import { keepLastState, showLastState } from './last-state.js';

const LastStateContext = createContext<number | null>(null);

/** Keeps what the server says, and shows it again when the console opens without a connection. */
export function LastStateProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const serverThere = useServerThere();
  const [shownFrom, setShownFrom] = useState<number | null>(null);
  useEffect(() => {
    if (serverThere) return keepLastState(queries.getQueryCache());
    const end = showLastState(queries, setShownFrom);
    return () => {
      setShownFrom(null);
      end();
    };
  }, [serverThere, queries]);
  return <LastStateContext value={shownFrom}>{children}</LastStateContext>;
}

/** The moment of the oldest state that is shown from an earlier visit, ms; null: everything shown is of this visit. */
export const useLastStateTime = (): number | null => use(LastStateContext);
