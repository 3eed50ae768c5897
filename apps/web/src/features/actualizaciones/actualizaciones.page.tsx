import type { Actualizacion } from '@acequia/contracts';
import { Button, chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Help } from '../../components/help.js';
import { MoreIcon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { TextLink } from '../../components/text-link.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { neverCame } from '../../lib/http/query-client.js';
import { type Dates, useDates } from '../../lib/time/shown-zone.js';
import { useActualizaciones, useImagenes } from './api/actualizaciones.js';
import { Images } from './components/images.js';
import { RolloutDialog } from './components/rollout-dialog.js';
import { needsLook, stateOf, titleOf, totalOf } from './lib/words.js';
import { texts } from './textos.js';

const { columns: titles } = texts;

const columnsOf = ({ dateTimeOf }: Dates): Column<Actualizacion>[] => [
  {
    id: 'que',
    title: titles.que,
    value: titleOf,
    cell: (row) => <TextLink to={`/actualizaciones/${row.id}`}>{titleOf(row)}</TextLink>,
    width: '13rem',
    inCard: 'title',
  },
  {
    id: 'estado',
    title: titles.estado,
    value: stateOf,
    cell: (row) => <chakra.span color={needsLook(row) ? 'fg.warning' : undefined}>{stateOf(row)}</chakra.span>,
    width: '16rem',
    inCard: 'plain',
  },
  {
    id: 'listas',
    title: titles.listas,
    value: ({ listas }) => listas,
    cell: (row) => texts.ofAll(row.listas, totalOf(row)),
    width: '8rem',
  },
  { id: 'fallas', title: titles.fallas, value: ({ fallas }) => fallas, width: '5rem', alignEnd: true },
  {
    id: 'creada',
    title: titles.creada,
    value: ({ creada_ts }) => creada_ts,
    cell: ({ creada_ts }) => dateTimeOf(creada_ts),
    inCsv: ({ creada_ts }) => dateTimeOf(creada_ts),
    width: '9.5rem',
  },
  { id: 'quien', title: titles.quien, value: ({ usuario_nombre }) => usuario_nombre, width: '9rem' },
];

/** Rollouts of firmware, and the images of ours. */
export function Component() {
  const list = useActualizaciones();
  const imagenes = useImagenes();
  const placas = usePlacas();
  const empresas = useEmpresaOptions();
  const [beginning, setBeginning] = useState(false);
  const [begun, setBegun] = useState<number | null>(null);
  const dates = useDates();
  const columns = useMemo(() => columnsOf(dates), [dates]);
  const unread = neverCame(list);
  const own = list.data?.propio === 1;
  return (
    <Page title={texts.title} beside={<Help>{texts.help}</Help>}>
      <DataTable
        nombre="actualizaciones"
        rows={list.data?.actualizaciones ?? (unread ? [] : undefined)}
        columns={columns}
        keyOf={keyOf}
        empty={unread ? texts.noRows : texts.empty}
        unread={unread}
        tools={
          <Button colorPalette="campo" disabled={!list.data || !placas.data} onClick={() => setBeginning(true)}>
            <MoreIcon /> {texts.fresh}
          </Button>
        }
      />
      <Images reading={imagenes} />
      {/* Once the dialog is gone: it keeps what is not saved from being left. */}
      {begun !== null && <Navigate to={`/actualizaciones/${begun}`} />}
      {beginning && (
        <RolloutDialog
          own={own}
          imagenes={imagenes.data ?? []}
          placas={placas.data ?? []}
          empresas={empresas.data ?? []}
          onBegun={(id) => {
            setBeginning(false);
            setBegun(id);
          }}
          onClose={() => setBeginning(false)}
        />
      )}
    </Page>
  );
}

const keyOf = ({ id }: Actualizacion): number => id;
