import type { Usuario, UsuarioSave } from '@acequia/contracts';
import { Conflict } from '../../../components/form/conflict.js';
import type { Edit } from '../../../components/form/use-edit.js';
import { useEmpresaOptions } from '../../../entities/empresa/empresa-options.js';
import { yesNo } from '../../../lib/format/format.js';
import { valuesOf } from '../lib/form-values.js';
import { texts } from '../textos.js';

interface Props {
  edit: Edit<UsuarioSave>;
  saved: Usuario;
  /** The own company of an admin_empresa; null for an admin_global. */
  own: number | null;
  submit: () => Promise<unknown>;
}

// The server never returns the password, so it cannot be compared.
const { password: _secret, ...COMPARABLE } = texts.fields;

export function UsuarioConflict({ edit, saved, own, submit }: Props) {
  const { data: empresas = [] } = useEmpresaOptions();
  return (
    <Conflict
      edit={edit}
      saved={valuesOf(saved, own)}
      submit={submit}
      fields={COMPARABLE}
      asText={{
        empresa_id: (id) => empresas.find((empresa) => empresa.id === id)?.nombre ?? saved.empresa_nombre ?? '',
        activo: yesNo,
      }}
    />
  );
}
