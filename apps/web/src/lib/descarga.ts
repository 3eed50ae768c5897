import type { RouteName } from '@acequia/contracts';
import { useState } from 'react';
import { descargar } from './api-client.js';

type Input<N extends RouteName> = Parameters<typeof descargar<N>>[1];

/** A download's button: `bajando` while it runs. A failure is logged only, as the spec says (section 8). */
export function useDescarga<N extends RouteName>(name: N) {
  const [bajando, setBajando] = useState(false);
  const bajar = async (input: Input<N>, fileName: string): Promise<void> => {
    setBajando(true);
    try {
      await descargar(name, input, fileName);
    } catch (error) {
      console.error('No se pudo descargar', fileName, error);
    } finally {
      setBajando(false);
    }
  };
  return { bajar, bajando };
}
