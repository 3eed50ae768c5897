import type { Usuario, UsuarioGuardar } from '@acequia/contracts';
import { Input } from '@chakra-ui/react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { Campo, Opciones, Selector } from '../../../components/form/fields.js';
import { useEmpresasSeleccion } from '../../../entities/empresa/empresa-options.js';
import { leerUsuario } from '../../../lib/session.js';
import { textos } from '../textos.js';

interface Props {
  form: UseFormReturn<UsuarioGuardar>;
  usuario: Usuario | null;
  /** An admin_empresa's: shown, not chosen. */
  fija: boolean;
}

/** The user's company. Choosing another one empties what was assigned: that belongs to the company before. */
export function CampoEmpresa({ form, usuario, fija }: Props) {
  const {
    field: { name, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name: 'empresa_id' });
  const { data: empresas = [] } = useEmpresasSeleccion();
  const optional = useWatch({ control: form.control, name: 'rol' }) === 'admin_global';
  if (fija) {
    const sesion = leerUsuario();
    const nombre = empresas.find(({ id }) => id === value)?.nombre ?? sesion?.empresa_nombre ?? '';
    return (
      <Campo etiqueta={textos.campos.empresa_id}>
        <Input value={nombre} readOnly disabled />
      </Campo>
    );
  }
  const elegir = (id: number | null) => {
    onChange(id);
    form.setValue('dispositivos', [], { shouldDirty: true });
    form.setValue('switches', [], { shouldDirty: true });
  };
  const falta = usuario?.empresa_id && !empresas.some(({ id }) => id === usuario.empresa_id);
  return (
    <Campo etiqueta={textos.campos.empresa_id} error={fieldState.error} requerido={!optional}>
      <Selector
        name={name}
        value={value ?? ''}
        onBlur={onBlur}
        onChange={(event) => elegir(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{optional ? textos.sinEmpresaGlobal : textos.elegirEmpresa}</option>
        {/* Until the list has come, the user's own keeps its name. */}
        {falta && <option value={usuario.empresa_id!}>{usuario.empresa_nombre}</option>}
        <Opciones de={empresas} />
      </Selector>
    </Campo>
  );
}
