import { useEffect } from 'react';
import { CLAVES, leerToken, leerUsuario } from './session.js';

/**
 * Another tab of this browser left, or entered as somebody else: what stands here was read by the person before, and what is asked
 * from now on would be asked as the new one. The page begins anew, where the guards know the way.
 */
export function useMismaPersona(): void {
  useEffect(() => {
    const persona = leerUsuario()?.id;
    const alCambiar = ({ key }: StorageEvent): void => {
      // `clear()` tells no key.
      if (key !== null && key !== CLAVES.token && key !== CLAVES.user) return;
      if (leerToken() !== null && leerUsuario()?.id === persona) return;
      window.location.reload();
    };
    window.addEventListener('storage', alCambiar);
    return () => window.removeEventListener('storage', alCambiar);
  }, []);
}
