// .
export { };
