import { magnitudOf, type Placa, type Punto } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { Help } from '../../components/help.js';
import { MagnitudeIcon } from '../../components/magnitude-icon.js';
import type { Column } from '../../components/table/column.js';
import { TextLink } from '../../components/text-link.js';
import { boardAddress, puntoAddress } from '../../entities/addresses.js';
import { dispositivosOfEmpresa } from '../../entities/dispositivo/dispositivos.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { usePuntos } from '../../entities/punto/use-puntos.js';
import { inWords } from '../../entities/punto/value.js';
import { SwitchNames } from '../../entities/switch/switch-names.js';
import { SwitchesUnread } from '../../entities/switch/switches-unread.js';
import { neverCame } from '../../lib/http/query-client.js';
import { usePuntoForm } from './api/punto-form.js';
import { PuntoDialog } from './components/punto-dialog.js';
import { type Found, UnusedFields } from './components/unused-fields.js';
import { OF_NODE, type Values } from './lib/form-values.js';
import { proposalFor } from './lib/proposal.js';
import { sourceOf } from './lib/value.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsOf = (
  switchName: (id: number) => string,
  boards: ReadonlyMap<number, Placa>,
  meterName: (id: number) => string,
): Column<Punto>[] => [
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: (one) => <TextLink to={puntoAddress(one)}>{one.nombre}</TextLink>,
    width: '15rem',
    twoLines: true,
    inCard: 'title',
  },
  {
    id: 'magnitud',
    title: titles.magnitud,
    value: ({ magnitud }) => magnitudOf(magnitud).nombre,
    cell: ({ magnitud }) => (
      <>
        <MagnitudeIcon magnitud={magnitud} />
        {magnitudOf(magnitud).nombre}
      </>
    ),
    width: '9.5rem',
    twoLines: true,
  },
  { id: 'valor', title: titles.valor, value: ({ magnitud, valor }) => inWords(magnitud, valor), width: '7rem' },
  { id: 'sitio', title: titles.sitio, value: ({ sitio }) => sitio, width: '8rem', twoLines: true },
  {
    id: 'placa',
    title: titles.placa,
    value: ({ placa_id, dispositivo_id }) =>
      placa_id === null || dispositivo_id === null
        ? texts.withoutBoard
        : boards.get(placa_id)?.nombre || texts.placa(dispositivo_id),
    cell: ({ placa_id, dispositivo_id }) =>
      placa_id === null || dispositivo_id === null ? (
        texts.withoutBoard
      ) : (
        <TextLink to={boardAddress({ id: dispositivo_id })}>
          {boards.get(placa_id)?.nombre || texts.placa(dispositivo_id)}
        </TextLink>
      ),
    width: '7.5rem',
  },
  {
    id: 'fuente',
    title: titles.fuente,
    value: (one) => sourceOf(one, texts.sources, meterName),
    width: '9.5rem',
    twoLines: true,
  },
  {
    id: 'mide',
    title: titles.mide,
    value: ({ mide }) => (mide?.switch_ids ?? []).map(switchName).join(', '),
    cell: ({ mide, empresa_id }) => (
      <SwitchNames ids={mide?.switch_ids ?? []} empresaId={empresa_id} nameOf={switchName} />
    ),
    width: '9rem',
    twoLines: true,
  },
];

/** Points of measurement of a company. */
export function Component() {
  const { empresaId, failure: empresasFailed, none } = useChosenEmpresa();
  const points = usePuntos(empresaId);
  const [found, setFound] = useState<Found | null>(null);
  const { placas, placasKnown, options, switches } = usePuntoForm(empresaId);

  const followsMeter = points.data?.some(({ fuente }) => fuente.tipo === 'centinela') ?? false;
  const meters = useQuery({ ...dispositivosOfEmpresa(empresaId), enabled: followsMeter }).data;

  const columns = useMemo(() => {
    const names = new Map(options.map(({ id, text }) => [id, text]));
    return columnsOf(
      (id) => names.get(id) ?? texts.switchSinNombre(id),
      new Map(placas.map((placa) => [placa.placa_id, placa])),
      (id) => meters?.find((one) => one.id === id)?.nombre ?? texts.meter(id),
    );
  }, [options, placas, meters]);
  const failure = neverCame(points) || empresasFailed;
  const rows = points.data ?? (failure || none ? [] : undefined);

  return (
    <>
      <EditableList
        title={texts.title}
        beside={<Help>{texts.help}</Help>}
        over={<SwitchesUnread reading={switches} />}
        from={empresaId}
        nombre="puntos"
        rows={rows}
        columns={columns}
        empty={failure ? texts.noRows : texts.empty}
        unread={failure}
        texts={texts}
        creatable={empresaId !== null && placasKnown}
        dialog={({ record, saved, close }) =>
          empresaId !== null && (
            <PuntoDialog
              one={record}
              saved={saved}
              empresaId={empresaId}
              placas={placas}
              switches={options}
              unread={switches.data === undefined}
              onClose={close}
            />
          )
        }
      />
      {empresaId !== null && <UnusedFields empresaId={empresaId} placas={placas} onUse={setFound} />}
      {found && empresaId !== null && (
        <PuntoDialog
          one={null}
          first={firstOf(found)}
          saved={undefined}
          empresaId={empresaId}
          placas={placas}
          switches={options}
          unread={switches.data === undefined}
          onClose={() => setFound(null)}
        />
      )}
    </>
  );
}

/** How often a node usually tells, s. */
const NODE_S = 3_600;

/** What a point that reads it begins with; a name is the last part of its path, which may say the magnitude too. */
const firstOf = ({ placa, campo: { ruta, dev_eui } }: Found): Partial<Values> => ({
  ruta,
  ...proposalFor(ruta),
  nombre: (ruta.split('.').at(-1) ?? ruta).replace(/^@/, ''),
  ...(placa
    ? { placa_id: placa.placa_id, driver: 'mensaje' }
    : { placa_id: OF_NODE, driver: 'lorawan', dev_eui: dev_eui ?? '', cada_s: NODE_S }),
});
