import { AVISO_TYPES, SEVERITIES, typeOfAviso, type Regla } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { MoreIcon, PencilIcon } from '../../components/icons.js';
import { RowButton } from '../../components/row-button.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import { AvisosPage } from '../../entities/aviso/avisos-page.js';
import { SeverityChip } from '../../entities/aviso/severity-chip.js';
import { keyOf } from '../../entities/aviso/subject.js';
import { useSubjects } from '../../entities/aviso/use-subjects.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { yesNo } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { useRules } from './api/reglas.js';
import { RuleDialog } from './components/rule-dialog.js';
import { conditionText, hoursText, waitText } from './lib/describe.js';
import { texts } from './textos.js';

const titles = texts.columns;

/** Two lines of text, px. */
const ROW_HEIGHT = 56;

const keyOfRule = (rule: Regla): string => `${rule.tipo}|${keyOf(rule)}`;

const columnsOf = (subject: (rule: Regla) => string): Column<Regla>[] => [
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ tipo }) => typeOfAviso(tipo).nombre,
    width: '15rem',
    inCard: 'title',
    twoLines: true,
  },
  {
    id: 'vale',
    title: titles.subject,
    value: subject,
    width: '10rem',
    twoLines: true,
    isUsual: (rule) => keyOf(rule) === '',
  },
  { id: 'cuando', title: titles.condition, value: conditionText, width: '21rem', twoLines: true },
  {
    id: 'espera',
    title: titles.wait,
    value: (rule) => rule.espera_s,
    cell: waitText,
    inCsv: waitText,
    width: '8rem',
  },
  {
    id: 'severidad',
    title: titles.severidad,
    value: ({ severidad }) => SEVERITIES.indexOf(severidad),
    inCsv: ({ severidad }) => severidad,
    cell: ({ severidad, activa }) => <SeverityChip severidad={severidad} over={activa === 0} quiet />,
    width: '7rem',
  },
  {
    id: 'horas',
    title: titles.hours,
    value: hoursText,
    width: '7rem',
    isUsual: (rule) => hoursText(rule) === texts.always,
  },
  {
    id: 'activa',
    title: titles.activa,
    value: ({ activa }) => yesNo(activa),
    cell: ({ activa }) => <YesNoChip value={activa} />,
    width: '6rem',
    isUsual: ({ activa }) => activa === 1,
  },
];

/** In the contract's order of kinds; the exceptions of a kind follow its rule. */
const inOrder = (rules: readonly Regla[]): Regla[] =>
  [...rules].sort(
    (a, b) =>
      AVISO_TYPES.indexOf(a.tipo) - AVISO_TYPES.indexOf(b.tipo) ||
      Number(keyOf(a) !== '') - Number(keyOf(b) !== '') ||
      keyOf(a).localeCompare(keyOf(b)),
  );

/** The alarm rules of a company: default ones, changed ones and exceptions. */
export function Component() {
  const choice = useChosenEmpresa();
  const { empresaId } = choice;
  const zone = useEmpresaZone(empresaId);
  const rules = useRules(empresaId);
  const subjects = useSubjects(empresaId);
  /** The rule being edited, or a new exception. */
  const [edited, setEdited] = useState<Regla | 'fresh' | null>(null);
  const { nameOf } = subjects;
  const columns = useMemo(
    () =>
      columnsOf((rule) => {
        const nombre = nameOf(keyOf(rule)) ?? texts.reading;
        return keyOf(rule) === '' && rule.id !== null ? texts.changed(nombre) : nombre;
      }),
    [nameOf],
  );
  const failure = neverCame(rules) || choice.failure;
  const rows = useMemo(
    () => (rules.data ? inOrder(rules.data) : failure || choice.none ? [] : undefined),
    [rules.data, failure, choice.none],
  );

  return (
    <AvisosPage title={texts.title} help={texts.help}>
      <DataTable
        from={empresaId}
        nombre="reglas"
        rows={rows}
        columns={columns}
        keyOf={keyOfRule}
        rowHeight={ROW_HEIGHT}
        empty={failure ? texts.noRows : texts.empty}
        unread={failure}
        tools={
          <Button colorPalette="campo" disabled={!rules.data} onClick={() => setEdited('fresh')}>
            <MoreIcon /> {texts.fresh}
          </Button>
        }
        actions={(rule) => (
          <RowButton
            label={texts.edit([typeOfAviso(rule.tipo).nombre, nameOf(keyOf(rule))].filter(Boolean).join(', '))}
            onClick={() => setEdited(rule)}
          >
            <PencilIcon />
          </RowButton>
        )}
      />
      {edited !== null && empresaId !== null && (
        <InZone value={zone}>
          <RuleDialog
            one={edited === 'fresh' ? null : edited}
            rules={rules.data ?? []}
            empresaId={empresaId}
            subjects={subjects}
            onClose={() => setEdited(null)}
          />
        </InZone>
      )}
    </AvisosPage>
  );
}
