import { type Placa, PlacaSave } from '@acequia/contracts';
import { Input, Stack } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { FormField } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { usePlacaActions } from '../api/placas.js';
import { texts } from '../textos.js';

const { registerBoards, rename } = texts;

/** Changes the name and the sitio of a board. */
export function RenameDialog({ placa, onClose }: { placa: Placa; onClose: () => void }) {
  const form = useForm<PlacaSave>({
    defaultValues: { nombre: placa.nombre, sitio: placa.sitio },
    resolver: resolverOf(PlacaSave),
  });
  const edit = useEdit(form);
  const actions = usePlacaActions();
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    if (await edit.save(() => actions.rename({ id: placa.placa_id, body }), rename)) onClose();
  });
  return (
    <FormDialog title={rename.title(placa.id)} ancho={480} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <FormField label={registerBoards.nombre} error={errors.nombre}>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField label={registerBoards.sitio} error={errors.sitio} help={registerBoards.sitioHelp}>
          <Input {...register('sitio')} autoComplete="off" />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
