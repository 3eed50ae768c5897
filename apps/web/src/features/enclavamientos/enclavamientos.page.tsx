import type { Enclavamiento } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { Help } from '../../components/help.js';
import type { Column } from '../../components/table/column.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { SwitchNames } from '../../entities/switch/switch-names.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { SwitchesUnread } from '../../entities/switch/switches-unread.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useEnclavamientos } from './api/enclavamientos.js';
import { EnclavamientoDialog } from './components/enclavamiento-dialog.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsOf = (nameOf: (id: number) => string): Column<Enclavamiento>[] => [
  { id: 'nombre', title: titles.nombre, value: ({ nombre }) => nombre, width: '13rem', inCard: 'title' },
  { id: 'tipo', title: titles.tipo, value: ({ tipo }) => texts.tipos[tipo], width: '10rem' },
  {
    id: 'bomba',
    title: titles.pump,
    value: (row) => (row.bomba_id === null ? null : nameOf(row.bomba_id)),
    cell: (row) =>
      row.bomba_id !== null && <SwitchNames ids={[row.bomba_id]} empresaId={row.empresa_id} nameOf={nameOf} />,
    width: '9rem',
    twoLines: true,
  },
  {
    id: 'switches',
    title: titles.switches,
    value: ({ switches }) => switches.map(nameOf).join(', '),
    cell: (row) => <SwitchNames ids={row.switches} empresaId={row.empresa_id} nameOf={nameOf} />,
    width: '22rem',
    twoLines: true,
  },
  {
    id: 'retardos',
    title: titles.retardos,
    value: (row) =>
      row.tipo === 'requiere' ? texts.retardos(row.retardo_encendido_s, row.retardo_apagado_s) : texts.noDelays,
    width: '15rem',
    twoLines: true,
  },
];

/** Interlock groups of a company, reached from the second menu (ACC-8). */
export function Component() {
  const { empresaId, failure: empresasFailed, none } = useChosenEmpresa();
  const groups = useEnclavamientos(empresaId);
  const switches = useQuery(switchesOfEmpresa(empresaId));

  const options = useMemo(
    () => (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, text: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const columns = useMemo(() => {
    const names = new Map(options.map(({ id, text }) => [id, text]));
    return columnsOf((id) => names.get(id) ?? texts.switchSinNombre(id));
  }, [options]);
  const failure = neverCame(groups) || empresasFailed;
  const rows = groups.data ?? (failure || none ? [] : undefined);

  return (
    <EditableList
      title={texts.title}
      beside={<Help>{texts.help}</Help>}
      over={<SwitchesUnread reading={switches} />}
      from={empresaId}
      nombre="enclavamientos"
      rows={rows}
      columns={columns}
      empty={failure ? texts.noRows : texts.empty}
      unread={failure}
      texts={texts}
      creatable={empresaId !== null && switches.data !== undefined}
      dialog={({ record, saved, close }) =>
        empresaId !== null && (
          <EnclavamientoDialog
            one={record}
            saved={saved}
            empresaId={empresaId}
            switches={options}
            unread={switches.data === undefined}
            onClose={close}
          />
        )
      }
    />
  );
}
