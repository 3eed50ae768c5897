import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Sheet } from '../dialog.js';
import { DateInput } from '../form/date-input.js';
import { reasonOf } from '../form/failure.js';
import { FormField, Select } from '../form/fields.js';
import { toast } from '../toasts.js';
import type { BulkAction, BulkValue } from './bulk-action.js';
import { runBulk, type BulkFailure } from './run-bulk.js';

export interface BulkDialogProps<T> {
  action: BulkAction<T>;
  rows: readonly T[];
  /** The name of a row. */
  nameOf: (row: T) => string;
  onClose: () => void;
  onDone: () => void;
}

/** Most names that the question lists. */
const NAMED = 8;

/** One question for all rows; afterwards the rows that failed, each with its reason. */
export function BulkDialog<T>({ action, rows, nameOf, onClose, onDone }: BulkDialogProps<T>) {
  const [value, setValue] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly BulkFailure<T>[] | null>(null);
  const busy = done !== null && failures === null;

  const start = async () => {
    setDone(0);
    const { run, runAll } = action;
    const result = run
      ? await runBulk(rows, (row) => run(row, value), setDone)
      : (await runBulk([rows], () => runAll?.(rows, value) ?? Promise.resolve())).flatMap(({ error }) =>
          rows.map((row) => ({ row, error })),
        );
    await action.after?.();
    if (result.length === 0) {
      toast.success(texts.all(action.text, rows.length));
      onDone();
    } else setFailures(result);
  };

  if (failures)
    return (
      <Sheet
        title={texts.partly(rows.length - failures.length, rows.length)}
        width={520}
        onClose={onDone}
        footer={<Button onClick={onDone}>{texts.understood}</Button>}
      >
        <Stack as="ul" listStyleType="none" gap="2" role="alert">
          {failures.map(({ row, error }, i) => (
            <Box as="li" key={i}>
              <Text fontWeight="600">{nameOf(row)}</Text>
              <Text color="fg.error">{reasonOf(error)}</Text>
            </Box>
          ))}
        </Stack>
      </Sheet>
    );
  return (
    <Sheet
      title={action.question(rows.length)}
      width={480}
      onClose={onClose}
      hold={busy}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            colorPalette={action.danger ? 'teja' : 'campo'}
            disabled={busy || (action.value !== undefined && value === '')}
            onClick={() => void start()}
          >
            {busy && <Spinner size="sm" />} {busy ? texts.progress(done, rows.length) : action.text}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text color="fg.muted">
          {texts.names(rows.slice(0, NAMED).map(nameOf), rows.length - NAMED)} {action.detail}
        </Text>
        {action.value && <ValueField field={action.value} value={value} onChange={setValue} />}
      </Stack>
    </Sheet>
  );
}

interface ValueProps {
  field: BulkValue;
  value: string;
  onChange: (value: string) => void;
}

const ValueField = ({ field: { label, options, none }, value, onChange }: ValueProps) => (
  <FormField label={label} required help={options?.length === 0 && none}>
    {options ? (
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{texts.choose}</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    ) : (
      <DateInput value={value} onChange={({ target }) => onChange(target.value)} />
    )}
  </FormField>
);

const texts = {
  cancel: 'Cancelar',
  choose: 'Elegir…',
  understood: 'Entendido',
  progress: (done: number, total: number) => `${done} de ${total}…`,
  all: (verb: string, count: number) => (count === 1 ? `${verb}: hecho` : `${verb}: hecho en ${count}`),
  partly: (done: number, total: number) => `Hecho en ${done} de ${total}; no se pudo en:`,
  names: (names: readonly string[], more: number) => `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}.`,
} as const;
