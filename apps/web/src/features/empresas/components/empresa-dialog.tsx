import { EmpresaSave, DEFAULT_ZONE, type Empresa } from '@acequia/contracts';
import { Input, SimpleGrid } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { StateActions } from '../../../components/form/state-actions.js';
import { FormField, SwitchField, asNumber, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { Conflict } from '../../../components/form/conflict.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { toast } from '../../../components/toasts.js';
import { firstStepsAddress } from '../../../entities/addresses.js';
import { useEmpresaActions } from '../api/empresas.js';
import { texts } from '../textos.js';
import { TelegramProbe } from './telegram-probe.js';
import { yesNo } from '../../../lib/format/format.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import { zoneText } from '../../../lib/time/zone-name.js';

const ZONES = inSpanishOrder(
  Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, text: zoneText(zone) })),
  ({ text }) => text,
);
const { fields } = texts;
// The server never returns the token, so it cannot be compared.
const { token_telegram: _secret, ...COMPARABLE } = fields;

const valuesOf = (empresa: Empresa | null): EmpresaSave => ({
  nombre: empresa?.nombre ?? '',
  telefono_celular: empresa?.telefono_celular ?? '',
  token_telegram: '',
  telegram_chat_id: empresa?.telegram_chat_id ?? '',
  costo_plan: empresa?.costo_plan ?? null,
  limite_usuarios: empresa?.limite_usuarios ?? null,
  comunicador_numero: empresa?.comunicador_numero ?? '',
  comunicador_imei: empresa?.comunicador_imei ?? '',
  comunicador_vencimiento: empresa?.comunicador_vencimiento?.slice(0, 10) ?? '',
  fecha_vencimiento: empresa?.fecha_vencimiento.slice(0, 10) ?? '',
  activa: empresa?.activa ?? 1,
  zona_horaria: empresa?.zona_horaria ?? DEFAULT_ZONE,
  latitud: empresa?.latitud ?? null,
  longitud: empresa?.longitud ?? null,
  altitud: empresa?.altitud ?? null,
  tarifa_kwh: empresa?.tarifa_kwh ?? null,
  version: empresa?.version,
});

interface Props {
  /** Null: a new company. */
  empresa: Empresa | null;
  /** The same company as the list holds it now: newer when another person saved. */
  saved: Empresa | undefined;
  onClose: () => void;
}

/** Creates or edits a company, and suspends, reactivates or deletes it (EMP-2). */
export function EmpresaDialog({ empresa, saved, onClose }: Props) {
  const form = useForm<EmpresaSave>({
    defaultValues: valuesOf(empresa),
    resolver: resolverOf(EmpresaSave),
  });
  const edit = useEdit(form);
  const actions = useEmpresaActions();
  const { register, control } = form;
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (data) => {
    const save = async () => {
      const { id } = await actions.save({ id: empresa?.id ?? null, data });
      toast.success(texts.saved, empresa ? undefined : { text: texts.nextStep, to: firstStepsAddress(id) });
    };
    if (await edit.save(save, { failure: texts.saveError })) onClose();
  });

  return (
    <FormDialog
      title={empresa ? texts.dialog.edit : texts.dialog.nueva}
      width={600}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      actions={
        empresa && (
          <StateActions
            edit={edit}
            id={empresa.id}
            nombre={empresa.nombre}
            activo={empresa.activa === 1}
            texts={texts}
            tasks={actions}
            onDone={onClose}
          />
        )
      }
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved)}
        submit={submit}
        fields={COMPARABLE}
        asText={{ activa: yesNo }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField label={fields.telefono_celular} error={errors.telefono_celular}>
          <Input {...register('telefono_celular')} type="tel" autoComplete="off" />
        </FormField>
        <FormField
          label={fields.token_telegram}
          error={errors.token_telegram}
          help={empresa?.token_telegram_definido === 1 && texts.tokenSet}
        >
          <Input {...register('token_telegram')} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField label={fields.telegram_chat_id} error={errors.telegram_chat_id}>
          <Input {...register('telegram_chat_id')} autoComplete="off" />
        </FormField>
        <TelegramProbe empresaId={empresa?.id ?? null} control={control} />
        <FormField label={fields.costo_plan} error={errors.costo_plan}>
          <NumberInput {...register('costo_plan', asNumber)} />
        </FormField>
        <FormField label={fields.limite_usuarios} error={errors.limite_usuarios} help={texts.limitHelp}>
          <Input {...register('limite_usuarios', asNumber)} type="number" min="0" step="1" inputMode="numeric" />
        </FormField>
        <FormField label={fields.comunicador_numero} error={errors.comunicador_numero}>
          <Input {...register('comunicador_numero')} type="tel" autoComplete="off" />
        </FormField>
        <FormField label={fields.comunicador_imei} error={errors.comunicador_imei}>
          <Input {...register('comunicador_imei')} inputMode="numeric" autoComplete="off" />
        </FormField>
        <FormField label={fields.comunicador_vencimiento} error={errors.comunicador_vencimiento}>
          <DateInput {...register('comunicador_vencimiento')} />
        </FormField>
        <FormField label={fields.fecha_vencimiento} error={errors.fecha_vencimiento} required>
          <DateInput {...register('fecha_vencimiento')} />
        </FormField>
        <FormField label={fields.zona_horaria} error={errors.zona_horaria} help={texts.zonaHelp}>
          <Select {...register('zona_horaria')}>
            {ZONES.map(({ zone, text }) => (
              <option key={zone} value={zone}>
                {text}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField label={fields.tarifa_kwh} error={errors.tarifa_kwh} help={texts.tarifaHelp}>
          <NumberInput {...register('tarifa_kwh', asNumber)} />
        </FormField>
        <FormField label={fields.latitud} error={errors.latitud} help={texts.latitudHelp}>
          <NumberInput signed {...register('latitud', asNumber)} />
        </FormField>
        <FormField label={fields.longitud} error={errors.longitud} help={texts.longitudHelp}>
          <NumberInput signed {...register('longitud', asNumber)} />
        </FormField>
        <FormField label={fields.altitud} error={errors.altitud} help={texts.altitudHelp}>
          <NumberInput signed {...register('altitud', asNumber)} />
        </FormField>
        <SwitchField control={control} nombre="activa" label={fields.activa} />
      </SimpleGrid>
    </FormDialog>
  );
}
