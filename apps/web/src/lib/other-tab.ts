import { useEffect } from 'react';
import { STORAGE_KEYS, readToken, readUsuario } from './session.js';

/**
 * Another tab of this browser left, or entered as somebody else: what stands here was read by the person before, and what is asked
 * from now on would be asked as the new one. The page begins anew, where the guards know the way.
 */
export function useSamePerson(): void {
  useEffect(() => {
    const persona = readUsuario()?.id;
    const onMediaChange = ({ key }: StorageEvent): void => {
      // `clear()` tells no key.
      if (key !== null && key !== STORAGE_KEYS.token && key !== STORAGE_KEYS.user) return;
      if (readToken() !== null && readUsuario()?.id === persona) return;
      window.location.reload();
    };
    window.addEventListener('storage', onMediaChange);
    return () => window.removeEventListener('storage', onMediaChange);
  }, []);
}
