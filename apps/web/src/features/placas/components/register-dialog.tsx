import {
  DIALECTOS,
  type EmpresaOption,
  NOMBRE_DIALECTO,
  type PlacaCredencial,
  PlacasRegistrar,
} from '@acequia/contracts';
import { Input, Stack } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { FormField, asNumber, Options, Select } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { EmpresasUnread } from '../../../entities/empresa/empresas-unread.js';
import { usePlacaActions } from '../api/placas.js';
import { texts } from '../textos.js';
import { NameFields } from './name-fields.js';

const { registerBoards } = texts;

interface Props {
  /** The company that the list is filtered by; null = none. */
  empresa: number | null;
  empresas: readonly EmpresaOption[];
  onRegistered: (credential: PlacaCredencial) => void;
  onClose: () => void;
}

/** Registers a board for a company; the server returns its credentials only once. */
export function RegisterDialog({ empresa, empresas, onRegistered, onClose }: Props) {
  const form = useForm<Omit<PlacasRegistrar, 'empresa_id'> & { empresa_id: number | null }>({
    defaultValues: { empresa_id: empresa, id: null, cantidad: 1, nombre: '', sitio: '', dialecto: 'acequia' },
    resolver: resolverOf(PlacasRegistrar),
  });
  const edit = useEdit(form);
  const actions = usePlacaActions();
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (valid) => {
    const data = PlacasRegistrar.parse(valid);
    let issued: PlacaCredencial[] = [];
    const task = async () => {
      issued = await actions.registerBoards(data);
    };
    if (!(await edit.save(task, registerBoards))) return;
    onClose();
    if (issued[0]) onRegistered(issued[0]);
  });
  return (
    <FormDialog title={registerBoards.title} width={480} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <FormField label={registerBoards.empresa} error={errors.empresa_id} required>
          <Select {...register('empresa_id', asNumber)}>
            <option value="">{registerBoards.choose}</option>
            <Options from={empresas} />
          </Select>
        </FormField>
        <EmpresasUnread />
        <FormField label={registerBoards.dialecto} error={errors.dialecto} help={registerBoards.dialectoHelp}>
          <Select {...register('dialecto')}>
            {DIALECTOS.map((dialecto) => (
              <option key={dialecto} value={dialecto}>
                {NOMBRE_DIALECTO[dialecto]}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField label={registerBoards.numero} error={errors.id} help={registerBoards.numeroHelp}>
          <Input {...register('id', asNumber)} type="number" min="1" step="1" inputMode="numeric" />
        </FormField>
        <NameFields register={register} errors={errors} />
      </Stack>
    </FormDialog>
  );
}
