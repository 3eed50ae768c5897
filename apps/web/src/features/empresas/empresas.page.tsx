import { type Empresa, takesPlace, type Usuario } from '@acequia/contracts';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { ROW_BUTTON } from '../../components/row-button.js';
import { EditableList } from '../../components/editable-list.js';
import { StepsIcon } from '../../components/icons.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { useUsuariosOf } from '../../entities/usuario/assign.js';
import { yesNo } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useBulkEmpresas, useEmpresas } from './api/empresas.js';
import { Expiry, nearLimit } from './components/cells.js';
import { EmpresaDialog } from './components/empresa-dialog.js';
import { Totals } from './components/totals.js';
import { texts } from './textos.js';

const titles = texts.columns;
const columnsOf = (people: ReadonlyMap<number, number>): Column<Empresa>[] => [
  { id: 'id', title: titles.id, value: ({ id }) => id, width: '3.25rem', inCard: 'beside' },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: ({ id, nombre }) => <EmpresaLink id={id} nombre={nombre} />,
    note: ({ id, limite_usuarios }) => nearLimit(people.get(id) ?? 0, limite_usuarios),
    width: '15rem',
    inCard: 'title',
  },
  { id: 'telefono', title: titles.telefono_celular, value: (row) => row.telefono_celular, width: '9.25rem' },
  { id: 'comunicador', title: titles.comunicador_numero, value: (row) => row.comunicador_numero, width: '9.25rem' },
  { id: 'imei', title: titles.comunicador_imei, value: (row) => row.comunicador_imei, width: '9.75rem' },
  {
    id: 'plan_vence',
    title: titles.comunicador_vencimiento,
    value: (row) => row.comunicador_vencimiento?.slice(0, 10) ?? null,
    cell: (row) =>
      row.comunicador_vencimiento && (
        <Expiry day={row.comunicador_vencimiento} zone={row.zona_horaria} expired={texts.vencido} />
      ),
    width: '9.5rem',
  },
  {
    id: 'vence',
    title: titles.fecha_vencimiento,
    value: (row) => row.fecha_vencimiento.slice(0, 10),
    cell: (row) => <Expiry day={row.fecha_vencimiento} zone={row.zona_horaria} expired={texts.vencida} />,
    width: '9.5rem',
  },
  {
    id: 'activa',
    title: titles.activa,
    value: ({ activa }) => yesNo(activa),
    cell: ({ activa }) => <YesNoChip value={activa} />,
    width: '5rem',
  },
];

/** Users by company, as its limit counts them. */
const countBy = (usuarios: readonly Usuario[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const one of usuarios)
    if (one.empresa_id !== null && takesPlace(one)) counts.set(one.empresa_id, (counts.get(one.empresa_id) ?? 0) + 1);
  return counts;
};

/** Companies (EMP-1). */
export function Component() {
  const empresas = useEmpresas();
  const bulk = useBulkEmpresas();
  const usuarios = useUsuariosOf(null);
  const columns = useMemo(() => columnsOf(countBy(usuarios.data ?? [])), [usuarios.data]);
  // MSG-2: a list that could not be loaded is shown empty, without a message.
  const rows = empresas.data ?? (neverCame(empresas) ? [] : undefined);
  return (
    <EditableList
      title={texts.title}
      nombre="empresas"
      rows={rows}
      columns={columns}
      empty={neverCame(empresas) ? texts.noRows : texts.empty}
      unread={neverCame(empresas)}
      texts={texts}
      bulk={bulk}
      beside={<Totals empresas={empresas.data ?? []} />}
      actions={({ id, nombre }) => (
        <Link
          to={`/alta?empresa=${id}`}
          className={ROW_BUTTON}
          aria-label={texts.firstSteps(nombre)}
          title={texts.firstStepsTitle}
        >
          <StepsIcon />
        </Link>
      )}
      dialog={({ record, saved, close }) => <EmpresaDialog empresa={record} saved={saved} onClose={close} />}
    />
  );
}
