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
  /** The company of an admin_empresa. */
  own: number | null;
  submit: () => Promise<unknown>;
}

// The password never comes back: there is nothing to compare.
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
