import type { Empresa } from '@acequia/contracts';
import { chakra, IconButton } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { EditableList } from '../../components/editable-list.js';
import { StepsIcon } from '../../components/icons.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { hasExpired } from '../../lib/expiry.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useEmpresas } from './api/empresas.js';
import { EmpresaDialog } from './components/empresa-dialog.js';
import { texts } from './textos.js';

const titles = texts.columns;
const COLUMNS: Column<Empresa>[] = [
  { id: 'id', title: titles.id, value: ({ id }) => id, ancho: '4.5rem', inCard: 'oculta' },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: ({ id, nombre }) => <EmpresaLink id={id} nombre={nombre} />,
    ancho: '16rem',
    inCard: 'titulo',
  },
  { id: 'telefono', title: titles.telefono_celular, value: (row) => row.telefono_celular, ancho: '9rem' },
  { id: 'comunicador', title: titles.comunicador_numero, value: (row) => row.comunicador_numero, ancho: '9rem' },
  { id: 'imei', title: titles.comunicador_imei, value: (row) => row.comunicador_imei, ancho: '10.5rem' },
  {
    id: 'plan_vence',
    title: titles.comunicador_vencimiento,
    value: (row) => row.comunicador_vencimiento?.slice(0, 10) ?? null,
    ancho: '8rem',
  },
  {
    id: 'vence',
    title: titles.fecha_vencimiento,
    value: (row) => row.fecha_vencimiento.slice(0, 10),
    cell: (row) => {
      const day = row.fecha_vencimiento.slice(0, 10);
      if (!hasExpired(day, row.zona_horaria)) return day;
      return (
        <chakra.span color="fg.error" fontWeight="600" title={texts.expiredHelp}>
          {day} · {texts.vencida}
        </chakra.span>
      );
    },
    ancho: '11rem',
  },
  {
    id: 'activa',
    title: titles.activa,
    value: ({ activa }) => (activa === 1 ? 'Sí' : 'No'),
    cell: ({ activa }) => <YesNoChip value={activa} />,
    ancho: '6rem',
  },
];

/** Companies (EMP-1). */
export function Component() {
  const empresas = useEmpresas();
  // MSG-2: a list that could not be loaded is shown empty, without a message.
  const rows = empresas.data ?? (neverCame(empresas) ? [] : undefined);
  return (
    <EditableList
      title={texts.title}
      nombre="empresas"
      rows={rows}
      columns={COLUMNS}
      empty={neverCame(empresas) ? texts.noRows : texts.empty}
      texts={texts}
      actions={({ id, nombre }) => (
        <IconButton
          asChild
          variant="ghost"
          size="sm"
          aria-label={texts.firstSteps(nombre)}
          title={texts.firstStepsTitle}
        >
          <Link to={`/alta?empresa=${id}`}>
            <StepsIcon />
          </Link>
        </IconButton>
      )}
      dialog={({ registration, saved, closeIt }) => (
        <EmpresaDialog empresa={registration} saved={saved} onClose={closeIt} />
      )}
    />
  );
}
