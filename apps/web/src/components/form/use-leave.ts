import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirmar } from '../confirm.js';

interface Salida {
  /** Holds input that was not saved. */
  sucio: boolean;
  /** It is being saved. */
  ocupado?: boolean;
  onCerrar: () => void;
  /** What who leaves might take for done. */
  detalle?: string;
}

const DESCARTAR = { texto: '¿Descartar los cambios sin guardar?', accion: 'Descartar', peligro: true };

/**
 * The ways out of a form: what was typed is not thrown away without asking, neither by its own buttons nor by the browser's Back.
 * A change of the address in its place (a filter behind the dialog) is no way out.
 * @returns what the form's own buttons call to close it
 */
export function useSalida({ sucio, ocupado = false, onCerrar, detalle }: Salida): () => Promise<void> {
  const confirmar = useConfirmar();
  const preguntar = useCallback(() => confirmar({ ...DESCARTAR, ...(detalle && { detalle }) }), [confirmar, detalle]);
  // What is being saved is not lost: who leaves hears of a failure where they are then.
  const blocker = useBlocker(({ historyAction }) => sucio && !ocupado && historyAction !== 'REPLACE');
  const cerrar = useRef(onCerrar);
  useEffect(() => {
    cerrar.current = onCerrar;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let abierto = true;
    void preguntar().then((si) => {
      if (!abierto) return;
      if (!si) return blocker.reset();
      blocker.proceed();
      cerrar.current();
    });
    return () => {
      abierto = false;
    };
  }, [blocker, preguntar]);
  return async () => {
    if (ocupado) return;
    if (!sucio || (await preguntar())) onCerrar();
  };
}
