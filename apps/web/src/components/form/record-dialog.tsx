import type { ComponentProps } from 'react';
import { FormDialog } from './form-dialog.js';
import { DeleteButton } from './state-actions.js';

type DeleteProps = ComponentProps<typeof DeleteButton>;
type FormProps = Omit<ComponentProps<typeof FormDialog>, 'title' | 'actions' | 'edit'>;

interface Props extends FormProps {
  edit: ComponentProps<typeof FormDialog>['edit'] & DeleteProps['edit'];
  /** What Eliminar deletes; null: nothing. */
  deletes: { nombre: string; task: () => Promise<unknown>; onDone?: (() => void) | undefined } | null;
  /** The feature's. */
  texts: { dialog: { edit: string; fresh: string }; eliminar: DeleteProps['texts'] };
  isNew: boolean;
}

/** A form of one record: made new, or edited and deleted. */
export function RecordDialog({ deletes, texts, isNew, ...form }: Props) {
  return (
    <FormDialog
      {...form}
      title={isNew ? texts.dialog.fresh : texts.dialog.edit}
      actions={
        deletes && (
          <DeleteButton
            edit={form.edit}
            nombre={deletes.nombre}
            texts={texts.eliminar}
            task={deletes.task}
            onDone={deletes.onDone ?? form.onClose}
          />
        )
      }
    />
  );
}
