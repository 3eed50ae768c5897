import { AppError, ChirpstackEvento, TtsMensaje } from '@acequia/contracts';
import { ofChirpstack, ofTts } from './uplink.js';

/** What people posted in public reports of what their server sends, without what names a place or a person. */
describe('messages that people posted', () => {
  it('of ChirpStack v4 are each number of the decoded object and of the gateway', () => {
    // https://github.com/helium/mappers/pull/130
    const body = {
      deduplicationId: 'xxx',
      time: '2024-07-23T03:15:37.161+00:00',
      deviceInfo: { deviceName: 'GK Mapper', devEui: '818b1b730405d0cf', tags: {} },
      fCnt: 12,
      fPort: 2,
      confirmed: false,
      object: { altitude: 29.0, speed: 0.0, battery: 3.98, sats: 12.0, accuracy: 2.5 },
      rxInfo: [
        {
          gatewayId: '464060cab5062e5a',
          uplinkId: 57_654,
          rssi: -106,
          snr: -3.0,
          metadata: { region_common_name: 'US915' },
        },
      ],
    };
    const understood = ofChirpstack('up', ChirpstackEvento.parse(body));
    expect(understood?.others).toEqual([]);
    expect(Object.fromEntries(understood!.uplink.campos.map(({ ruta, valor }) => [ruta, valor]))).toEqual({
      altitude: 29,
      speed: 0,
      battery: 3.98,
      sats: 12,
      accuracy: 2.5,
      '@rssi': -106,
      '@snr': -3,
    });
  });

  it('of ChirpStack v3, and of LoRa Server before it, are refused: they do not say which node it is', () => {
    // https://github.com/brocaar/chirpstack-application-server/issues/502
    const v3 = {
      applicationID: '2',
      deviceName: 'klax',
      devEUI: '123',
      rxInfo: [{ gatewayID: '123', rssi: -97, loRaSNR: 8.2 }],
      txInfo: { frequency: 868_300_000, dr: 5 },
      fCnt: 261,
      fPort: 3,
      data: '123',
    };
    // https://github.com/brocaar/chirpstack-network-server/issues/95
    const first = { devEUI: '0000000079250001', time: '2016-10-16T20:10:08.202462Z', fPort: 1, gwCount: 1, rssi: -35 };
    for (const body of [v3, first]) {
      const refused = (): unknown => ofChirpstack('up', ChirpstackEvento.parse(body));
      expect(refused).toThrow(AppError);
      expect(refused).toThrow(
        expect.objectContaining({ detalles: [expect.objectContaining({ campo: 'body.deviceInfo' })] }),
      );
    }
  });

  it('of The Things Stack are each measurement by its place; what its console shows is none of a webhook', () => {
    // https://github.com/home-assistant/core/issues/121249
    const data = {
      end_device_ids: { device_id: 'eui-2cf7f1c044300279', dev_eui: '2CF7F1C044300279', dev_addr: '260BA448' },
      received_at: '2024-07-05T16:16:30.899243333Z',
      uplink_message: {
        f_port: 3,
        f_cnt: 642,
        decoded_payload: {
          err: 0,
          messages: [{ measurementId: '4097', measurementValue: 13.3, type: 'Air Temperature' }],
        },
      },
    };
    const understood = ofTts(TtsMensaje.parse(data));
    expect(understood?.uplink).toMatchObject({ dev_eui: '2cf7f1c044300279', f_cnt: 642 });
    expect(understood?.uplink.campos).toEqual([
      { ruta: 'err', valor: 0 },
      { ruta: 'messages.0.measurementId', valor: 4097 },
      { ruta: 'messages.0.measurementValue', valor: 13.3 },
    ]);
    expect(understood?.others).toEqual(['messages.0.type']);
    expect(ofTts(TtsMensaje.parse({ name: 'as.up.data.forward', time: data.received_at, data }))).toBeNull();
  });

  it('of The Things Stack without bytes, which its codec made −32 °C of, measure nothing', () => {
    // https://github.com/TheThingsNetwork/lorawan-devices/issues/421
    const received = (uplink_message: object) =>
      ofTts(
        TtsMensaje.parse({
          end_device_ids: { device_id: 'tbhh', dev_eui: '0016C001F153A14C' },
          received_at: '2022-04-08T16:14:39.6Z',
          uplink_message: { session_key_id: 'AX+P/WzBNi9gzOILCFnKcQ==', f_port: 103, ...uplink_message },
        }),
      )?.uplink.campos;
    const good = { battery: 3.6, humidity: 84, status: 1, temperature: 12 };
    expect(received({ f_cnt: 963, frm_payload: 'CAssVP////8=', decoded_payload: good })).toHaveLength(4);
    const wrong = { battery: 2.5, humidity: 0, status: 0, temperature: -32 };
    expect(received({ f_cnt: 964, decoded_payload: wrong })).toEqual([]);
  });
});
