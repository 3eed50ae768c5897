import { Button } from '@chakra-ui/react';
import type { Accion, Edicion } from './use-edit.js';

type AccionDeEstado = 'suspender' | 'reactivar' | 'eliminar';
/** A feature's words for one action; `detalle` names the record and says what goes with it. */
type Textos = Omit<Accion, 'tarea' | 'peligro' | 'detalle'> & { detalle: (nombre: string) => string };
type Ejecuta = Pick<Edicion, 'ocupado' | 'actuar'>;

interface Props {
  edicion: Ejecuta;
  /** The record that is being edited. Suspender is offered to what is active, Reactivar to what is not. */
  id: number;
  nombre: string;
  activo: boolean;
  textos: Record<AccionDeEstado, Textos>;
  tareas: Record<AccionDeEstado, (id: number) => Promise<unknown>>;
  onHecho: () => void;
}

/** What an editing dialog offers beside saving; each of them asks before it acts. */
export function AccionesDeEstado({ edicion, id, nombre, activo, textos, tareas, onHecho }: Props) {
  const cual = activo ? 'suspender' : 'reactivar';
  const cambiar = async () => {
    if (await edicion.actuar({ ...textos[cual], detalle: textos[cual].detalle(nombre), tarea: () => tareas[cual](id) }))
      onHecho();
  };
  return (
    <>
      <Button
        variant="surface"
        colorPalette={activo ? 'miel' : 'campo'}
        disabled={edicion.ocupado}
        onClick={() => void cambiar()}
      >
        {textos[cual].accion}
      </Button>
      <BotonEliminar
        edicion={edicion}
        nombre={nombre}
        textos={textos.eliminar}
        tarea={() => tareas.eliminar(id)}
        onHecho={onHecho}
      />
    </>
  );
}

interface EliminarProps {
  edicion: Ejecuta;
  nombre: string;
  textos: Textos;
  tarea: () => Promise<unknown>;
  onHecho: () => void;
}

export function BotonEliminar({ edicion, nombre, textos, tarea, onHecho }: EliminarProps) {
  const eliminar = async () => {
    if (await edicion.actuar({ ...textos, detalle: textos.detalle(nombre), peligro: true, tarea })) onHecho();
  };
  return (
    <Button variant="surface" colorPalette="teja" disabled={edicion.ocupado} onClick={() => void eliminar()}>
      {textos.accion}
    </Button>
  );
}
