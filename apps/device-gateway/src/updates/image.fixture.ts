/** An image as ESP-IDF lays it out: its headers, its description at byte 32, and some program. */
export const imageFile = ({ version = '2.1.0', model = 'acequia-placa', floor = 3, bytes = 4_096 } = {}): Buffer => {
  const file = Buffer.alloc(bytes, 0x5a);
  file[0] = 0xe9;
  file.writeUInt32LE(0xabcd5432, 32);
  file.writeUInt32LE(floor, 36);
  file.fill(0, 48, 112);
  file.write(version, 48, 'latin1');
  file.write(model, 80, 'latin1');
  return file;
};
