import { useEffect, useState } from 'react';
import { ahora } from './server-clock.js';

/** The server's time, told anew every second while somebody shows an age. */
export function useAhora(everyMs = 1_000): number {
  const [now, setNow] = useState(ahora);
  useEffect(() => {
    const timer = setInterval(() => setNow(ahora()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
