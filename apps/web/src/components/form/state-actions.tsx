import { Button } from '@chakra-ui/react';
import type { Action, Edit } from './use-edit.js';

type StateAction = 'suspender' | 'reactivar' | 'eliminar';
/** A feature's texts for one action; `detalle` names the record and the consequences. */
type Texts = Omit<Action, 'task' | 'danger' | 'detalle'> & { detalle: (nombre: string) => string };
type Runs = Pick<Edit, 'busy' | 'act'>;

interface Props {
  edit: Runs;
  /** The record being edited. An active record offers Suspender, an inactive one Reactivar. */
  id: number;
  nombre: string;
  activo: boolean;
  texts: Record<StateAction, Texts>;
  tasks: Record<StateAction, (id: number) => Promise<unknown>>;
  onDone: () => void;
  /** Instead of `onDone`, once the record is gone. */
  onDeleted?: (() => void) | undefined;
}

/** Actions of an editing dialog besides saving; each asks before it runs. */
export function StateActions({ edit, id, nombre, activo, texts, tasks, onDone, onDeleted = onDone }: Props) {
  const which = activo ? 'suspender' : 'reactivar';
  const change = async () => {
    if (await edit.act({ ...texts[which], detalle: texts[which].detalle(nombre), task: () => tasks[which](id) }))
      onDone();
  };
  return (
    <>
      <Button
        variant="surface"
        colorPalette={activo ? 'miel' : 'campo'}
        disabled={edit.busy}
        onClick={() => void change()}
      >
        {texts[which].accion}
      </Button>
      <DeleteButton
        edit={edit}
        nombre={nombre}
        texts={texts.eliminar}
        task={() => tasks.eliminar(id)}
        onDone={onDeleted}
      />
    </>
  );
}

interface DeleteProps {
  edit: Runs;
  nombre: string;
  texts: Texts;
  task: () => Promise<unknown>;
  onDone: () => void;
}

export function DeleteButton({ edit, nombre, texts, task, onDone }: DeleteProps) {
  const eliminar = async () => {
    if (await edit.act({ ...texts, detalle: texts.detalle(nombre), danger: true, task })) onDone();
  };
  return (
    <Button variant="surface" colorPalette="teja" disabled={edit.busy} onClick={() => void eliminar()}>
      {texts.accion}
    </Button>
  );
}
