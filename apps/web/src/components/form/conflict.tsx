import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { texts } from './textos.js';
import type { Edit } from './use-edit.js';

const { conflict: t } = texts;

interface Props<T extends FieldValues & Versioned, C extends object> {
  edit: Edit<T>;
  /** The form's values for the stored record; undefined while they are not known. */
  saved: T | undefined;
  submit: () => Promise<unknown>;
  /** Fields to compare, with their labels. */
  fields: Partial<Record<keyof NoInfer<C> & string, string>>;
  /** Text of a value that is not readable by itself: an id, a flag. */
  asText?: { [K in keyof NoInfer<C> & string]?: (value: NoInfer<C>[K]) => string };
  /** The values to compare, for a form with nested fields. */
  compare?: (values: T) => C;
}

interface Versioned {
  version?: number | undefined;
}

const inText = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : Array.isArray(value)
      ? t.chosen(value.length)
      : String(value);

const such = <T, C>(values: T): C => values as unknown as C;

/** A list holds ids, so its order does not matter. */
const fingerprint = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify([...(value as number[])].sort((a, b) => a - b)) : inText(value);

/** Shown when another person saved first: lists the differing values and lets the person choose which to keep. */
export function Conflict<T extends FieldValues & Versioned, C extends object = T>(props: Props<T, C>) {
  const { edit, saved, submit, fields, asText, compare = such } = props;
  const { form } = edit;
  if (!edit.conflict || !saved) return null;
  const [mine, present] = [compare(form.getValues()), compare(saved)];
  const takePresent = () => {
    form.reset(saved);
    edit.clean();
  };
  const saveMine = () => {
    form.setValue('version' as Path<T>, saved.version as PathValue<T, Path<T>>);
    void submit();
  };
  const differing = (Object.keys(fields) as (keyof C & string)[]).filter(
    (campo) => fields[campo] && fingerprint(mine[campo]) !== fingerprint(present[campo]),
  );
  const text = <K extends keyof C & string>(campo: K, value: C[K]): string => asText?.[campo]?.(value) || inText(value);
  return (
    <Box role="group" aria-label={t.label} borderWidth="1px" rounded="md" p="4" bg="bg.warning" mb="4">
      <Text fontWeight="600">{t.heading}</Text>
      {differing.length > 0 && (
        <Table.Root size="sm" mt="2" css={{ '& tr, & th': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader />
              <Table.ColumnHeader>{t.theirs}</Table.ColumnHeader>
              <Table.ColumnHeader>{t.mine}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {differing.map((campo) => (
              <Table.Row key={campo}>
                <Table.Cell color="fg.muted">{fields[campo]}</Table.Cell>
                <Table.Cell>{text(campo, present[campo])}</Table.Cell>
                <Table.Cell>{text(campo, mine[campo])}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" colorPalette="campo" onClick={takePresent}>
          {t.takeTheirs}
        </Button>
        <Button size="sm" variant="outline" onClick={saveMine}>
          {t.saveMine}
        </Button>
      </Flex>
    </Box>
  );
}
