declare module "upng-js" {
  interface Image {
    readonly width: number;
    readonly height: number;
  }
  const upng: {
    decode(data: ArrayBuffer): Image;
    toRGBA8(image: Image): ArrayBuffer[];
    encode(frames: readonly ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer;
  };
  export default upng;
}
