import { useEffect } from 'react';
import { STORAGE_KEYS, readToken, readUsuario } from './session.js';

/**
 * Reloads the page when another tab logs out or logs in as another person: this page shows the previous person's data, and further calls
 * would use the new session. The guards then redirect.
 */
export function useSamePerson(): void {
  useEffect(() => {
    const persona = readUsuario()?.id;
    const onStorage = ({ key }: StorageEvent): void => {
      // `clear()` fires the event with a null key.
      if (key !== null && key !== STORAGE_KEYS.token && key !== STORAGE_KEYS.user) return;
      if (readToken() !== null && readUsuario()?.id === persona) return;
      window.location.reload();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
}
