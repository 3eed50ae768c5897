import type { Usuario } from '@acequia/contracts';
import { useMemo } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { useEmpresaInAddress } from '../../entities/empresa/empresa-in-address.js';
import { yesNo } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useBulkUsuarios, useUsuarios } from './api/usuarios.js';
import { SecondStepDemand } from './components/second-steps.js';
import { UsuarioDialog } from './components/usuario-dialog.js';
import { texts } from './textos.js';

const titles = texts.columns;
const COLUMNS: Column<Usuario>[] = [
  { id: 'id', title: titles.id, value: ({ id }) => id, width: '4.5rem', inCard: 'beside' },
  { id: 'nombre', title: titles.nombre, value: ({ nombre }) => nombre, width: '16rem', inCard: 'title' },
  { id: 'email', title: titles.email, value: ({ email }) => email, width: '18rem', inCard: 'plain' },
  {
    id: 'activo',
    title: titles.activo,
    value: ({ activo }) => yesNo(activo),
    cell: ({ activo }) => <YesNoChip value={activo} />,
    width: '6rem',
  },
  { id: 'rol', title: titles.rol, value: ({ rol }) => rol, width: '9rem', inCard: 'plain' },
  {
    id: 'empresa',
    title: titles.empresa,
    value: ({ empresa_nombre }) => empresa_nombre || texts.withoutEmpresa,
    cell: (row) => <EmpresaLink id={row.empresa_id} nombre={row.empresa_nombre || texts.withoutEmpresa} />,
    width: '14rem',
    inCard: 'plain',
  },
];

const ownEmpresa = (): number | null => {
  const sesion = readUsuario();
  return sesion?.rol === 'admin_empresa' ? sesion.empresa_id : null;
};

/** Users (USU-1). */
export function Component() {
  const usuarios = useUsuarios();
  const bulk = useBulkUsuarios();
  // MSG-3 has no sentence for a list that could not be loaded; the table says so.
  const unread = neverCame(usuarios);
  const all = useMemo(() => usuarios.data ?? (unread ? [] : undefined), [usuarios.data, unread]);
  const empresa = useEmpresaInAddress();
  const rows = useMemo(
    () => (empresa === null ? all : all?.filter(({ empresa_id }) => empresa_id === empresa)),
    [all, empresa],
  );
  return (
    <EditableList
      title={texts.title}
      nombre="usuarios"
      from={empresa}
      beside={<SecondStepDemand empresaId={empresa ?? ownEmpresa()} />}
      rows={rows}
      linkable={all}
      columns={COLUMNS}
      empty={unread ? texts.noRows : texts.empty}
      unread={unread}
      texts={texts}
      bulk={bulk}
      dialog={({ record, saved, close }) => <UsuarioDialog usuario={record} saved={saved} onClose={close} />}
    />
  );
}
