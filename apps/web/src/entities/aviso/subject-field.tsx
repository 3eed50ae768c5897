import { FormField, Select } from '../../components/form/fields.js';
import type { NativeSelectFieldProps } from '@chakra-ui/react';
import type { FieldError } from 'react-hook-form';
import type { SubjectKind } from './subject.js';
import type { Subjects } from './use-subjects.js';
import { texts } from './textos.js';

const t = texts.subject;
const GROUPS: readonly (readonly [SubjectKind, string])[] = [
  ['sitio', t.sitios],
  ['placa', t.placas],
  ['switch', t.switches],
  ['punto', t.puntos],
  ['dispositivo', t.dispositivos],
];

interface Props extends NativeSelectFieldProps {
  subjects: Subjects;
  /** Kinds of subject offered. */
  kinds?: readonly SubjectKind[];
  disabled?: boolean;
  /** Without the whole company: one subject must be chosen. */
  must?: boolean;
  error?: FieldError | undefined;
}

/** Chooses the whole company or one subject in it; `must`: one subject in it. */
export function SubjectField({ subjects, kinds, disabled = false, must = false, error, ...props }: Props) {
  return (
    <FormField label={t.label} disabled={disabled} required={must} error={error} help={subjects.failure && t.failure}>
      <Select {...props}>
        <option value="">{must ? t.choose : t.empresa}</option>
        {GROUPS.filter(([kind]) => !kinds || kinds.includes(kind)).map(([kind, label]) => {
          const options = subjects.list.filter((one) => one.kind === kind);
          return (
            options.length > 0 && (
              <optgroup key={kind} label={label}>
                {options.map(({ key, nombre }) => (
                  <option key={key} value={key}>
                    {nombre}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </Select>
    </FormField>
  );
}
