import type { Programa } from '@acequia/contracts';
import { Flex, Text } from '@chakra-ui/react';
import { useMemo, useState, type ReactNode } from 'react';
import { Sheet } from '../../../components/dialog.js';
import { RowButton } from '../../../components/row-button.js';
import { EditableList } from '../../../components/editable-list.js';
import { PlayIcon } from '../../../components/icons.js';
import type { Column } from '../../../components/table/column.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { daysText, startsText, stateText, viaText } from '../lib/describe.js';
import { texts } from '../textos.js';
import type { SensorOption } from './conditions-field.js';
import { ProgramaButtons } from './programa-buttons.js';
import { ProgramaDialog } from './programa-dialog.js';
import { Starts } from './starts.js';
import type { Target } from './steps-field.js';

const titles = texts.columns;

const columnsOf = (timeZone: string): Column<Programa>[] => [
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    width: '15rem',
    twoLines: true,
    inCard: 'title',
  },
  { id: 'dias', title: titles.dias, value: ({ dias }) => daysText(dias), width: '10rem', twoLines: true },
  {
    id: 'inicios',
    title: titles.inicios,
    value: ({ inicios }) => startsText(inicios),
    cell: ({ inicios }) => <Starts inicios={inicios} inCell />,
    width: '13.5rem',
  },
  {
    id: 'proximo',
    title: titles.proximo,
    value: ({ proximo }) => proximo,
    cell: ({ proximo }) => (proximo === null ? texts.never : dateTimeOf(proximo, timeZone)),
    inCsv: ({ proximo }) => dateTimeOf(proximo, timeZone),
    width: '9rem',
  },
  { id: 'via', title: titles.via, value: viaText, width: '7rem' },
  { id: 'estado', title: titles.estado, value: stateText, width: '7rem' },
];

interface Props {
  beside: ReactNode;
  over: ReactNode;
  empresaId: number | null;
  timeZone: string;
  rows: readonly Programa[] | undefined;
  failure: boolean;
  ready: boolean;
  targets: readonly Target[];
  sensors: readonly SensorOption[];
  flowOf: (switchId: number) => number | null;
}

/** The programs of a company, with their actions and a button for a new one. */
export function ProgramaTable(props: Props) {
  const { beside, over, empresaId, timeZone, rows, failure, ready, targets, sensors, flowOf } = props;
  const [operatedId, setOperated] = useState<number | null>(null);
  const operated = rows?.find(({ id }) => id === operatedId);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  return (
    <>
      <EditableList
        title={texts.title}
        beside={beside}
        over={over}
        from={empresaId}
        nombre="programas"
        rows={rows}
        columns={columns}
        empty={failure ? texts.noRows : texts.empty}
        unread={failure}
        texts={texts}
        creatable={ready}
        actions={({ id, nombre }) => (
          <RowButton label={texts.operate(nombre)} onClick={() => setOperated(id)}>
            <PlayIcon />
          </RowButton>
        )}
        dialog={({ record, saved, close }) =>
          empresaId !== null && (
            <ProgramaDialog
              one={record}
              saved={saved}
              empresaId={empresaId}
              timeZone={timeZone}
              targets={targets}
              sensors={sensors}
              flowOf={flowOf}
              onClose={close}
            />
          )
        }
      />
      {operated && (
        <Sheet title={operated.nombre} width={480} onClose={() => setOperated(null)}>
          <Flex direction="column" gap="2" pb="3">
            <Text color="fg.muted">
              {stateText(operated)}. {titles.proximo}:{' '}
              {operated.proximo === null ? texts.never : dateTimeOf(operated.proximo, timeZone)}
            </Text>
            <Text color="fg.muted">
              {titles.inicios}: <Starts inicios={operated.inicios} />
            </Text>
            {operated.vias.map((via) => (
              <Text key={via} color="fg.muted">
                {texts.viasHelp[via]}
              </Text>
            ))}
            <ProgramaButtons
              programa={operated}
              timeZone={timeZone}
              nameOf={(objeto) =>
                targets.find((each) => each.objeto === objeto)?.nombre ?? texts.unnamed(Number(objeto.slice(1)))
              }
            />
          </Flex>
        </Sheet>
      )}
    </>
  );
}
