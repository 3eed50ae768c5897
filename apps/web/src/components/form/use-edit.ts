import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/http/api-client.js';
import { avisar } from '../toasts.js';
import { useConfirmar } from '../confirm.js';
import { falloDe, senalarCampos, type CampoDe, type Fallo } from './failure.js';
import { UNSAVED_IS_LOST } from './textos.js';

export interface Accion {
  pregunta: string;
  /** What it is done to, and what goes with it. */
  detalle?: string;
  /** The verb on the button. */
  accion: string;
  peligro?: boolean;
  tarea: () => Promise<unknown>;
  /** What is said when it is done, where nothing that opens then says so, and when it could not be done. */
  hecho?: string;
  fallo: string;
}
type Dichos = Pick<Accion, 'hecho' | 'fallo'>;

export interface Edicion<T extends FieldValues = FieldValues> {
  /** Holds input that was not saved. */
  sucio: boolean;
  ocupado: boolean;
  fallo: Fallo | null;
  /** Somebody else saved meanwhile (409 `version_vieja`): the form still holds this person's values. */
  conflicto: boolean;
  /** Says that something is wrong with the form itself; nothing is sent. */
  rechazar: (texto: string) => void;
  /** Sends the values; on failure keeps them and says why. True when they were saved. */
  guardar: (tarea: () => Promise<unknown>, textos: Dichos) => Promise<boolean>;
  /** Asks, then acts. True when it was done. */
  actuar: (accion: Accion) => Promise<boolean>;
  /** Forgets failure and conflict. */
  limpiar: () => void;
  form: UseFormReturn<T>;
}

/**
 * What every editing dialog does: saves, acts on its record after asking, and tells how it went. `campoDe` is for a form
 * that is not shaped like the request it makes.
 */
export function useEdicion<T extends FieldValues>(form: UseFormReturn<T>, campoDe?: CampoDe): Edicion<T> {
  const confirmar = useConfirmar();
  const [ocupado, setOcupado] = useState(false);
  const [fallo, setFallo] = useState<Fallo | null>(null);
  const [conflicto, setConflicto] = useState(false);

  // Who closes the dialog or leaves the screen meanwhile has still to hear that it failed.
  const aLaVista = useRef(true);
  useEffect(() => {
    aLaVista.current = true;
    return () => void (aLaVista.current = false);
  }, []);

  const limpiar = () => {
    setFallo(null);
    setConflicto(false);
  };
  const intentar = async (tarea: () => Promise<unknown>, textos: Dichos) => {
    limpiar();
    setOcupado(true);
    try {
      await tarea();
      if (textos.hecho) avisar.exito(textos.hecho);
      return true;
    } catch (error) {
      senalarCampos(form, error, campoDe);
      const fallo = falloDe(textos.fallo, error);
      if (!aLaVista.current) avisar.error(fallo.texto, fallo.detalle);
      setFallo(fallo);
      setConflicto(error instanceof ApiError && error.codigo === 'version_vieja');
      return false;
    } finally {
      setOcupado(false);
    }
  };

  const unsaved = form.formState.isDirty;
  const actuar = async ({ pregunta, detalle, accion, peligro = false, tarea, ...textos }: Accion) => {
    const details = [detalle, unsaved && UNSAVED_IS_LOST].filter(Boolean).join(' ');
    const prompt = { texto: pregunta, accion, peligro, ...(details && { detalle: details }) };
    return (await confirmar(prompt)) && intentar(tarea, textos);
  };

  return {
    form,
    sucio: unsaved,
    ocupado,
    fallo,
    conflicto,
    limpiar,
    rechazar: (texto) => setFallo({ texto }),
    guardar: intentar,
    actuar,
  };
}
