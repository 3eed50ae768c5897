import { inUnit, isByFlow, magnitudOf, type Proteccion, type Punto } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { Help } from '../../components/help.js';
import type { Column } from '../../components/table/column.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { puntosOfEmpresa } from '../../entities/punto/puntos.js';
import { SwitchNames } from '../../entities/switch/switch-names.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { SwitchesUnread } from '../../entities/switch/switches-unread.js';
import { neverCame } from '../../lib/http/query-client.js';
import { type Dates, useDates } from '../../lib/time/shown-zone.js';
import { useProtecciones } from './api/protecciones.js';
import { ProteccionDialog } from './components/proteccion-dialog.js';
import { stateOf } from './lib/state.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsOf = (
  nameOf: (id: number) => string,
  puntos: ReadonlyMap<number, Punto>,
  dates: Dates,
): Column<Proteccion>[] => [
  { id: 'nombre', title: titles.nombre, value: ({ nombre }) => nombre, width: '13rem', inCard: 'title' },
  {
    id: 'vigila',
    title: titles.vigila,
    value: ({ punto_id, cuando, valor, durante_s }) => {
      const punto = puntos.get(punto_id);
      if (isByFlow(cuando)) return texts.actsByFlow[cuando](punto?.nombre ?? texts.puntoSinNombre(punto_id), valor);
      const limit = punto ? inUnit(punto.magnitud, valor) : String(valor);
      return texts.acts(punto?.nombre ?? texts.puntoSinNombre(punto_id), texts.beyond[cuando], limit, durante_s);
    },
    width: '18rem',
    twoLines: true,
  },
  {
    id: 'apaga',
    title: titles.apaga,
    value: ({ apaga }) => apaga.map(nameOf).join(', '),
    cell: ({ apaga, empresa_id }) => <SwitchNames ids={apaga} empresaId={empresa_id} nameOf={nameOf} />,
    width: '14rem',
    twoLines: true,
  },
  {
    id: 'estado',
    title: titles.estado,
    value: (one) => stateOf(one, dates, Date.now()),
    width: '20rem',
    twoLines: true,
  },
];

/** What rises and falls, and any meter of water; by the service where no board can. */
const isWatchable = ({ magnitud, activo }: Punto): boolean =>
  activo === 1 && (magnitud === 'volumen' || magnitudOf(magnitud).clase !== 'contador');

/** Protections of a company. */
export function Component() {
  const { empresaId, failure: empresasFailed, none } = useChosenEmpresa();
  const list = useProtecciones(empresaId);
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const puntos = useQuery(puntosOfEmpresa(empresaId));
  const dates = useDates();

  const options = useMemo(
    () =>
      (switches.data ?? []).map(({ id, zona, nombre, placa_id }) => ({ id, text: `${zona} - ${nombre}`, placa_id })),
    [switches.data],
  );
  const columns = useMemo(() => {
    const names = new Map(options.map(({ id, text }) => [id, text]));
    const known = new Map((puntos.data ?? []).map((punto) => [punto.id, punto]));
    return columnsOf((id) => names.get(id) ?? texts.switchSinNombre(id), known, dates);
  }, [options, puntos.data, dates]);
  const failure = neverCame(list) || empresasFailed;

  return (
    <EditableList
      title={texts.title}
      beside={<Help>{texts.help}</Help>}
      over={<SwitchesUnread reading={switches} />}
      from={empresaId}
      nombre="protecciones"
      rows={list.data ?? (failure || none ? [] : undefined)}
      columns={columns}
      empty={failure ? texts.noRows : texts.empty}
      unread={failure}
      texts={texts}
      creatable={empresaId !== null && switches.data !== undefined && puntos.data !== undefined}
      dialog={({ record, saved, close }) =>
        empresaId !== null && (
          <ProteccionDialog
            one={record}
            saved={saved}
            empresaId={empresaId}
            puntos={(puntos.data ?? []).filter(isWatchable)}
            switches={options}
            onClose={close}
          />
        )
      }
    />
  );
}
