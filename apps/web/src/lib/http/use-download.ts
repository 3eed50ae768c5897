import type { RouteName } from '@acequia/contracts';
import { useEffect, useRef, useState } from 'react';
import { type Avance, descargar } from './api-client.js';

type Input<N extends RouteName> = Parameters<typeof descargar<N>>[1];

/** Between two pictures of how far a download is, ms. */
const CUADRO_MS = 150;

export interface Descarga<N extends RouteName> {
  bajar: (input: Input<N>, fileName: string) => Promise<void>;
  bajando: boolean;
  /** null before the first rows are there. */
  avance: Avance | null;
  cancelar: () => void;
  /** The last one came to nothing, and nobody had cancelled it. */
  fallo: boolean;
}

/**
 * A download's button: `bajando` while it runs, and how far it is. Leaving the screen, like Cancelar, ends the query behind it.
 * A failure is logged; the switch panel says no more of it (spec section 8).
 */
export function useDescarga<N extends RouteName>(name: N): Descarga<N> {
  const [bajando, setBajando] = useState(false);
  const [fallo, setFallo] = useState(false);
  const [avance, setAvance] = useState<Avance | null>(null);
  const enCurso = useRef<AbortController | null>(null);
  useEffect(() => () => enCurso.current?.abort(), []);

  const bajar = async (input: Input<N>, fileName: string): Promise<void> => {
    const control = new AbortController();
    enCurso.current = control;
    setBajando(true);
    setFallo(false);
    let pintado = 0;
    const onAvance = (nuevo: Avance): void => {
      const ahora = performance.now();
      if (ahora - pintado < CUADRO_MS) return;
      pintado = ahora;
      setAvance(nuevo);
    };
    try {
      await descargar(name, input, fileName, { signal: control.signal, onAvance });
    } catch (error) {
      if (control.signal.aborted) return;
      console.error('No se pudo descargar', fileName, error);
      setFallo(true);
    } finally {
      setBajando(false);
      setAvance(null);
    }
  };
  return { bajar, bajando, fallo, avance, cancelar: () => enCurso.current?.abort() };
}
