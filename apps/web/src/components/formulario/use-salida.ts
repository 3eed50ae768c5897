import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useConfirmar } from '../confirmar.js';

/** What is asked before unsaved input is thrown away. */
const DESCARTAR = { texto: '¿Descartar los cambios sin guardar?', accion: 'Descartar', peligro: true };

/**
 * The ways out of a form: what was typed is not thrown away without asking, neither by its own buttons nor by the browser's Back.
 * A change of the address in its place (a filter behind the dialog) is no way out.
 * @returns what the form's own buttons call to close it
 */
export function useSalida(sucio: boolean, ocupado: boolean, onCerrar: () => void): () => Promise<void> {
  const confirmar = useConfirmar();
  // What is being saved is not lost: who leaves hears of a failure where they are then.
  const blocker = useBlocker(({ historyAction }) => sucio && !ocupado && historyAction !== 'REPLACE');
  const cerrar = useRef(onCerrar);
  useEffect(() => {
    cerrar.current = onCerrar;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let abierto = true;
    void confirmar(DESCARTAR).then((si) => {
      if (!abierto) return;
      if (!si) return blocker.reset();
      blocker.proceed();
      cerrar.current();
    });
    return () => {
      abierto = false;
    };
  }, [blocker, confirmar]);
  return async () => {
    if (ocupado) return;
    if (!sucio || (await confirmar(DESCARTAR))) onCerrar();
  };
}
