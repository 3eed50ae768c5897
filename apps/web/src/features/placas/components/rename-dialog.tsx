import { type Placa, PlacaSave } from '@acequia/contracts';
import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { type Edit, useEdit } from '../../../components/form/use-edit.js';
import { usePlacaActions } from '../api/placas.js';
import { texts } from '../textos.js';
import { NameFields } from './name-fields.js';

const { rename } = texts;

interface Props {
  placa: Placa;
  title?: string;
  /** What else can be done with the board. */
  further?: (edit: Pick<Edit, 'busy' | 'act'>) => ReactNode;
  onClose: () => void;
}

/** Changes the name and the sitio of a board. */
export function RenameDialog({ placa, title = rename.title(placa.id), further, onClose }: Props) {
  const form = useForm<PlacaSave>({
    defaultValues: { nombre: placa.nombre, sitio: placa.sitio },
    resolver: resolverOf(PlacaSave),
  });
  const edit = useEdit(form);
  const actions = usePlacaActions();
  const submit = form.handleSubmit(async (body) => {
    if (await edit.save(() => actions.rename({ id: placa.placa_id, body }), rename)) onClose();
  });
  return (
    <FormDialog title={title} width={480} onClose={onClose} onSave={submit} edit={edit} actions={further?.(edit)}>
      <Stack gap="4">
        <NameFields register={form.register} errors={form.formState.errors} />
      </Stack>
    </FormDialog>
  );
}
