import type { Usuario, UsuarioSave } from '@acequia/contracts';
import { Input, Stack } from '@chakra-ui/react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { FormField, Options, Select } from '../../../components/form/fields.js';
import { useEmpresaOptions } from '../../../entities/empresa/empresa-options.js';
import { EmpresasUnread } from '../../../entities/empresa/empresas-unread.js';
import { readUsuario } from '../../../lib/session.js';
import { texts } from '../textos.js';

interface Props {
  form: UseFormReturn<UsuarioSave>;
  usuario: Usuario | null;
  /** For an admin_empresa: the company is shown but cannot be changed. */
  fixed: boolean;
}

/** The user's company. Choosing another one clears the grants, because they belong to the previous company. */
export function EmpresaField({ form, usuario, fixed }: Props) {
  const {
    field: { name, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name: 'empresa_id' });
  const { data: empresas = [] } = useEmpresaOptions();
  const optional = useWatch({ control: form.control, name: 'rol' }) === 'admin_global';
  if (fixed) {
    const sesion = readUsuario();
    const nombre = empresas.find(({ id }) => id === value)?.nombre ?? sesion?.empresa_nombre ?? '';
    return (
      <FormField label={texts.fields.empresa_id}>
        <Input value={nombre} readOnly disabled />
      </FormField>
    );
  }
  const choose = (id: number | null) => {
    onChange(id);
    form.setValue('dispositivos', [], { shouldDirty: true });
    form.setValue('switches', [], { shouldDirty: true });
  };
  const missing = usuario?.empresa_id && !empresas.some(({ id }) => id === usuario.empresa_id);
  return (
    <Stack gap="2">
      <FormField label={texts.fields.empresa_id} error={fieldState.error} required={!optional}>
        <Select
          name={name}
          value={value ?? ''}
          onBlur={onBlur}
          onChange={(event) => choose(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{optional ? texts.globalWithoutEmpresa : texts.chooseEmpresa}</option>
          {/* Shows the user's company by name until the list loads. */}
          {missing && <option value={usuario.empresa_id!}>{usuario.empresa_nombre}</option>}
          <Options from={empresas} />
        </Select>
      </FormField>
      <EmpresasUnread />
    </Stack>
  );
}
