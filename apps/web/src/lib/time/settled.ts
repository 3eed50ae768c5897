import { useEffect, useState } from 'react';

/** The value once it has been left alone for `ms`: what asks the server must not ask at every key. @param value compared by identity */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
