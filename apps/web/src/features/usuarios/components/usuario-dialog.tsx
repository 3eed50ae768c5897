import { CLAVE_MINIMA, UsuarioSave, type Usuario } from '@acequia/contracts';
import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { StateActions } from '../../../components/form/state-actions.js';
import { FormField, SwitchField, Select } from '../../../components/form/fields.js';
import { Password } from '../../../components/form/password-field.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { readUsuario } from '../../../lib/session.js';
import { useUsuarioActions } from '../api/usuarios.js';
import { texts } from '../textos.js';
import { AssignedFields } from './assigned-fields.js';
import { EmpresaField } from './empresa-field.js';
import { SecondStepLift } from './second-steps.js';
import { UsuarioConflict } from './usuario-conflict.js';
import { valuesOf } from '../lib/form-values.js';

const ROLES = ['usuario', 'admin_empresa', 'admin_global'] as const;
const { fields } = texts;

interface Props {
  /** Null: a new user. */
  usuario: Usuario | null;
  /** The same user as the list holds it now: newer when another person saved. */
  saved: Usuario | undefined;
  onClose: () => void;
}

/** Creates or edits a user, and suspends, reactivates or deletes it (USU-2). */
export function UsuarioDialog({ usuario, saved, onClose }: Props) {
  const sesion = readUsuario();
  const isOfEmpresa = sesion?.rol === 'admin_empresa';
  const own = isOfEmpresa ? sesion.empresa_id : null;
  const form = useForm<UsuarioSave>({
    defaultValues: valuesOf(usuario, own),
    resolver: resolverOf(UsuarioSave),
  });
  const edit = useEdit(form);
  const actions = useUsuarioActions();
  const { register, control } = form;
  const { errors } = form.formState;

  const submitValid = form.handleSubmit(async (data) => {
    if (!usuario && !data.password) return form.setError('password', { message: texts.passwordRequired });
    const savingTexts = { done: texts.saved, failure: texts.saveError };
    if (await edit.save(() => actions.save({ id: usuario?.id ?? null, data }), savingTexts)) onClose();
  });
  /** USU-5: three fields share one sentence and are checked first; the contract's rules come after. */
  const submit = async () => {
    edit.clean();
    const { nombre, email, empresa_id, rol } = form.getValues();
    const needsEmpresa = !isOfEmpresa && rol !== 'admin_global';
    if (!nombre.trim() || !email.trim() || (needsEmpresa && empresa_id === null)) edit.refuse(texts.missing);
    else await submitValid();
  };

  return (
    <FormDialog
      title={usuario ? texts.dialog.edit : texts.dialog.fresh}
      width={600}
      onClose={onClose}
      onSave={(event) => {
        event.preventDefault();
        return submit();
      }}
      edit={edit}
      actions={
        usuario && (
          <StateActions
            edit={edit}
            id={usuario.id}
            nombre={usuario.nombre}
            activo={usuario.activo === 1}
            texts={texts}
            tasks={actions}
            onDone={onClose}
          />
        )
      }
    >
      {saved && <UsuarioConflict edit={edit} saved={saved} own={own} submit={submit} />}
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <FormField label={fields.nombre} error={errors.nombre} required>
            <Input {...register('nombre')} autoComplete="off" />
          </FormField>
          <FormField label={fields.email} error={errors.email} required>
            <Input {...register('email')} type="email" autoComplete="off" />
          </FormField>
          <FormField
            label={fields.password}
            error={errors.password}
            required={!usuario}
            help={usuario ? texts.keepsPassword : texts.newPassword(CLAVE_MINIMA)}
          >
            <Password {...register('password')} />
          </FormField>
          <FormField label={fields.rol} error={errors.rol} help={isOfEmpresa && texts.reservedRol}>
            <Select {...register('rol')}>
              {ROLES.map((rol) => (
                <option key={rol} disabled={isOfEmpresa && rol === 'admin_global'}>
                  {rol}
                </option>
              ))}
            </Select>
          </FormField>
          <EmpresaField form={form} usuario={usuario} fixed={isOfEmpresa} />
        </SimpleGrid>
        <AssignedFields form={form} />
        <SwitchField control={control} nombre="activo" label={fields.activo} />
        {usuario && <SecondStepLift usuario={usuario} />}
      </Stack>
    </FormDialog>
  );
}
